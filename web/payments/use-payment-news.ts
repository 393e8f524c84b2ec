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

/** What the latest state of a payment says about what was ordered; null for nothing to report. */
export function newsOf(before: Payment, now: Payment): 'released' | 'kept' | 'unpaid' | null {
  if (now.status === 'released' && before.status !== 'released') return 'released'
  // Money that came back after sending is no failure to send; an operator's decision is retried automatically.
  const cameBack = now.came_back !== before.came_back
  const isHeldStill = now.status === 'held_in_escrow' && now.moving === null
  if (before.moving === 'release' && isHeldStill && !cameBack && !now.decided) return 'kept'
  // Money that went straight back was paid: the board says what became of it.
  if (before.charging && now.status === 'failed' && !wasTurnedAway(now)) return 'unpaid'
  return null
}

/**
 * Reports what became of the money, with the toasts of SPEC §8, no matter who moved it while the screen was open: also when
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
  // The waiting click may have reported it already.
  else if (news === 'kept' && currentToast()?.title !== RELEASE_FAILED) toastNotReleased(payment)
  else if (news === 'unpaid' && currentToast()?.title !== PAYMENT_FAILED) toastNotPaid(payment)
}

/** True once the money arrived while the screen was open: the key then seats itself. */
export function useJustFunded(payment: Payment | null | undefined): boolean {
  const status = payment?.status ?? null
  const [first, setFirst] = useState(status)
  // The first known state is the starting point; only a step from there counts.
  if (first === null && status !== null) setFirst(status)
  return first === 'pending' && status === 'held_in_escrow'
}
