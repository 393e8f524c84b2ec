import type { NoticeKind } from './events.ts'
import type { NoticeFacts } from './notice.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from './payments.ts'

/**
 * The state of the money that a notice is about, when it was raised: the key beside it is that of this state. What arrived and
 * went straight back was refunded, whatever became of the payment it was beside. Null where no payment is meant.
 */
export function noticeMoney(
  notice: NoticeKind,
  { payment_status: status }: Pick<NoticeFacts, 'payment_status'>,
): PaymentStatus | null {
  if (notice.startsWith('payment.return_')) return 'refunded'
  return PAYMENT_STATUSES.find((one) => one === status) ?? null
}
