import { useEffect, useRef, useState } from 'react'
import { wasTurnedAway } from '#contract/deal-reading.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { currentToast, toast } from '#web/ui/toast.ts'
import {
  PAYMENT_FAILED,
  RELEASE_FAILED,
  toastNotPaid,
  toastNotReleased,
} from './payment-failures.ts'

/** The outcome of what was ordered, read from the latest state of a payment; null for nothing to report. */
export function newsOf(before: Payment, now: Payment): 'released' | 'kept' | 'unpaid' | null {
  if (now.status === 'released' && before.status !== 'released') return 'released'
  // Money that came back after it was sent is not a failed transfer; an operator's decision is retried automatically.
  const cameBack = now.came_back !== before.came_back
  const isHeldStill = now.status === 'held_in_escrow' && now.moving === null
  if (before.moving === 'release' && isHeldStill && !cameBack && !now.decided) return 'kept'
  // Money that was sent straight back had been paid: the board shows its outcome.
  if (before.charging && now.status === 'failed' && !wasTurnedAway(now)) return 'unpaid'
  return null
}

/**
 * Reports where the money went, with the toasts of SPEC §8, no matter who moved it while the screen was open: also when
 * the provider responds later than the click waited, or when an approval released it.
 */
export function usePaymentNews(payment: Payment | null | undefined): void {
  const last = useRef<Payment | null>(null)
  useEffect(() => {
    const before = last.current
    last.current = payment ?? null
    const news = before && payment ? newsOf(before, payment) : null
    if (payment && news !== null) announce(news, payment)
  }, [payment])
}

function announce(news: NonNullable<ReturnType<typeof newsOf>>, payment: Payment): void {
  if (news === 'released') toast.success('Payment Released', 'Payment released to creator')
  // The click that waits may have reported it already.
  else if (news === 'kept' && currentToast()?.title !== RELEASE_FAILED) toastNotReleased(payment)
  else if (news === 'unpaid' && currentToast()?.title !== PAYMENT_FAILED) toastNotPaid(payment)
}

/** True once the money arrived while the screen was open: the key then moves into its socket. */
export function useJustFunded(payment: Payment | null | undefined): boolean {
  const status = payment?.status ?? null
  const [first, setFirst] = useState(status)
  // The first known state is the starting point; only a change from it counts.
  if (first === null && status !== null) setFirst(status)
  return first === 'pending' && status === 'held_in_escrow'
}
