import type { Payment } from '#contract/payment-schemas.ts'
import { MONEY_FROZEN, RELEASE_REFUSED, paymentFailures } from '#contract/payments.ts'
import { errorCode, mayPass, messageOf } from '#web/api/errors.ts'
import { logFailure } from '#web/page/console-lines.ts'
import { toast } from '#web/ui/toast.ts'

/** SPEC §8; also when no checkout address comes back. */
export const PAYMENT_FAILED = 'Payment Failed - Unable to process payment. Please try again.'
/** SPEC §8. */
export const RELEASE_FAILED = 'Release Failed - Unable to release payment. Please try again.'

/** Shows and logs that a funding request got a response but failed: a declined card, or no checkout page. */
export function toastNotPaid({ failure }: Payment): void {
  logFailure(paymentFailures.create, failure ?? 'no checkout URL')
  toast.error(PAYMENT_FAILED, failure ?? undefined)
}

/** Shows and logs that a release was ordered but nothing moved: refused by the provider, or stopped by a dispute. */
export function toastNotReleased({ disputed, deal_dispute_id }: Payment): void {
  const why = disputed || deal_dispute_id ? MONEY_FROZEN : RELEASE_REFUSED
  logFailure(paymentFailures.release, why)
  toast.error(RELEASE_FAILED, why)
}

/**
 * The line under a failed action's toast: why it was refused, by us or by the provider, or that the provider did not
 * respond and where the money is now; `otherwise` for every other transient failure.
 */
export function failureDetail(error: unknown, otherwise: string): string {
  if (errorCode(error)?.startsWith('payment.')) return messageOf(error)
  return mayPass(error) ? otherwise : messageOf(error)
}
