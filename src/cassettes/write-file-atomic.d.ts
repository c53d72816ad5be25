declare module 'write-file-atomic' {
  /** Writes to a temporary name beside the file, syncs it and renames it. */
  export default function writeFileAtomic(
    file: string,
    data: string | Buffer,
    options?: { encoding?: BufferEncoding },
  ): Promise<void>
}
