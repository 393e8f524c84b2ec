import { errors } from '#contract/errors.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  PaymentProviderError,
  type ProviderFailure,
  remedyOf,
} from '#server/providers/stripe/provider-failure.ts'
import { closeDifference, restateDifference } from './money-differences.ts'

/** What people and operators learn about a call the provider did not make (providers/stripe/failure-table.ts). */

const CODES = {
  payment: {
    wait: 'payment.provider_unavailable',
    new_attempt: 'payment.refused',
    person: 'payment.provider_refused',
  },
  payout: {
    wait: 'payout.provider_unavailable',
    new_attempt: 'payout.refused',
    person: 'payout.provider_refused',
  },
  bank_dispute: {
    wait: 'bank_dispute.provider_unavailable',
    new_attempt: 'bank_dispute.refused',
    person: 'bank_dispute.provider_refused',
  },
} as const

/** Returns the refusal for a click. Anything that is not a response by the provider counts as silence. */
export function refusalOf(error: unknown, about: keyof typeof CODES): AppError {
  const remedy = error instanceof PaymentProviderError ? error.remedy : 'wait'
  const code = CODES[about][remedy]
  return new AppError(code, { cause: error, ...(remedy === 'wait' ? { retryAfter: 5 } : {}) })
}

/** The subject of a request: each subject has one open console row, however often it is refused. */
interface Asked {
  /** `release:<payment>`, `customer:<person>`: the kind of the call, and whose it is. */
  name: string
  paymentId: string | null
}

/** Reports a failure that only operators can fix, in a console row and in the log. */
export async function reportRefusedCall(
  db: Queryable,
  deps: Deps,
  { name, paymentId }: Asked,
  failure: ProviderFailure,
): Promise<void> {
  if (remedyOf(failure) !== 'person') return
  const detail = `${failure.code ?? 'refused'}: ${failure.reason}`
  deps.log.error(
    { asked: name, code: failure.code, reason: failure.reason },
    'the provider refused',
  )
  await restateDifference(db, { kind: 'provider_refused', paymentId, providerId: name, detail })
}

/** Like `reportRefusedCall`, for anything a call has thrown. */
export async function reportRefusal(
  error: unknown,
  db: Queryable,
  deps: Deps,
  asked: Asked,
): Promise<void> {
  if (error instanceof PaymentProviderError) await reportRefusedCall(db, deps, asked, error)
}

/** Closes the refusal of a call that has succeeded at last. */
export const noLongerRefused = (db: Queryable, name: string) =>
  closeDifference(db, 'provider_refused', name)

/** Identifies a request for a payment's money. */
export const fundOf = ({ id }: { id: string }): Asked => ({ name: `fund:${id}`, paymentId: id })

/** The text a buyer reads at a payment whose attempt the provider refused. */
export const sentenceOf = (failure: ProviderFailure): string =>
  errors[CODES.payment[remedyOf(failure)]].message

/**
 * Returns whether the provider has lost the customer that a call named: then the customer and its cards must be
 * forgotten.
 */
export const isCustomerGone = (failure: ProviderFailure): boolean =>
  failure.code === 'resource_missing' && failure.param === 'customer'
