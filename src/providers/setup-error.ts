import { DocketError } from '../errors.js'

/** A package or a key is missing. Who needed it says what that means: a judge is not asked any more, a suite is red. */
export class SetupError extends DocketError {
  override name = 'SetupError'
}
