import { resolve } from 'node:path'

let root: string | undefined

/**
 * Sets the folder that relative paths of data files are taken from; undefined means the working directory. In a workspace the working
 * directory is where the run was started, and the project of a suite is elsewhere. It is one per process, as the working directory is,
 * since data sets and recorded runs are declared before anyone knows the project.
 */
export function setDataRoot(folder: string | undefined): void {
  root = folder
}

/** The absolute path of a data file. */
export function fromDataRoot(path: string): string {
  return root === undefined ? resolve(path) : resolve(root, path)
}

export function dataRoot(): string {
  return root ?? process.cwd()
}
