import { DocketError } from '../../errors.js'

/**
 * `unreachable`: the host has no address here, or nothing takes connections there, which waiting rarely mends · `connection`: nothing
 * answered for another reason, or what did was cut off · `http`: a status that is not one of success · `redirect`: one that may not
 * be followed · `content`: what came is not what was expected · `form`: it is no file of that name at all, as a login page.
 */
export type DownloadFailure = 'unreachable' | 'connection' | 'http' | 'redirect' | 'content' | 'form'

/** A file could not be had. The message names the address and what happened; `status` is that of `http`. */
export class DownloadError extends DocketError {
  override name = 'DownloadError'
  readonly kind: DownloadFailure
  readonly status: number | undefined
  /** Seconds for which the server asks to be left alone. */
  readonly retryAfter: number | undefined

  constructor(kind: DownloadFailure, message: string, options?: ErrorOptions & { status?: number; retryAfter?: number }) {
    super(message, options)
    this.kind = kind
    this.status = options?.status
    this.retryAfter = options?.retryAfter
  }
}
