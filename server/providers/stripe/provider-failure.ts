/**
 * Why a call did not succeed. `definitive` true: it surely had no effect and the same key will go on
 * failing, so a new attempt needs a new key. False: it may have happened (timeout, lost line, 5xx), or
 * was turned away at the door (409, 429, a wrong key of ours): repeat it later under the same key.
 */
export interface ProviderFailure {
  definitive: boolean
  /** Who can act on it; if absent, derived from `definitive` (see `remedyOf`). */
  remedy?: Remedy
  /** The parameter the provider names as the wrong one. */
  param?: string
  /** A sentence for logs and operators; for a declined card, one a buyer may read. */
  reason: string
  /** The provider's own word for it, such as `balance_insufficient`, or null. */
  code: string | null
  /**
   * True when the provider keeps this failure of its own under the key: the call is over, repeating it only
   * repeats the answer, and what the provider has tells whether it did anything.
   */
  kept?: boolean
}

/**
 * What helps after a failure. wait: nothing is known or it was turned away, the same call later may do; new_attempt:
 * this one is over, another one of the same person may do; person: an operator must look at it, and until
 * then no attempt will do.
 */
export type Remedy = 'wait' | 'new_attempt' | 'person'

/** The remedy of a failure, also of one that we found out ourselves. */
export const remedyOf = ({ remedy, definitive }: ProviderFailure): Remedy =>
  remedy ?? (definitive ? 'new_attempt' : 'wait')

/** Thrown by calls whose failure no caller can decide about. */
export class PaymentProviderError extends Error implements ProviderFailure {
  override name = 'PaymentProviderError'
  readonly definitive: boolean
  readonly reason: string
  readonly code: string | null
  readonly kept: boolean
  readonly remedy: Remedy
  readonly param?: string

  constructor(failure: ProviderFailure, options?: ErrorOptions) {
    super(failure.reason, options)
    this.definitive = failure.definitive
    this.reason = failure.reason
    this.code = failure.code
    this.kept = failure.kept ?? false
    this.remedy = remedyOf(failure)
    if (failure.param !== undefined) this.param = failure.param
  }
}
