/**
 * Why a call did not succeed. `definitive` true: it certainly had no effect and the same key will keep failing, so a
 * new attempt needs a new key. False: it may have taken effect (timeout, lost connection, 5xx), or was rejected up
 * front (409, 429, a wrong key of ours): retry it later under the same key.
 */
export interface ProviderFailure {
  definitive: boolean
  /** Who can act on it; if absent, derived from `definitive` (see `remedyOf`). */
  remedy?: Remedy
  /** The parameter the provider names as invalid. */
  param?: string
  /** A sentence for logs and operators; for a declined card, one that a buyer may read. */
  reason: string
  /** The provider's own code for it, such as `balance_insufficient`, or null. */
  code: string | null
  /**
   * True when the provider stores this failure of its own under the key: the call is over, repeating it only returns
   * the same response, and what the provider has recorded tells whether it had any effect.
   */
  kept?: boolean
}

/**
 * What helps after a failure. wait: nothing is known or it was rejected up front, so the same call may work later;
 * new_attempt: this attempt is over, but another one by the same person may work; person: an operator must look at it,
 * and until then no attempt will work.
 */
export type Remedy = 'wait' | 'new_attempt' | 'person'

/** The remedy for a failure, including one that we detected ourselves. */
export const remedyOf = ({ remedy, definitive }: ProviderFailure): Remedy =>
  remedy ?? (definitive ? 'new_attempt' : 'wait')

/** Thrown by calls whose failure no caller can handle. */
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
