import type { NoticeKind } from './events.ts'
import type { NoticeFacts } from './notice.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from './payments.ts'

/**
 * Returns the state of the money that a notice is about, at the time it was raised: the key beside the notice is that
 * of this state. Money that arrived and was sent straight back was refunded, whatever happened to the payment it came
 * in addition to. Null if the notice is not about a payment.
 */
export function noticeMoney(
  notice: NoticeKind,
  { payment_status: status }: Pick<NoticeFacts, 'payment_status'>,
): PaymentStatus | null {
  if (notice.startsWith('payment.return_')) return 'refunded'
  return PAYMENT_STATUSES.find((one) => one === status) ?? null
}
