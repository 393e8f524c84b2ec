import { useEffect, useRef, useState } from 'react'
import type { Payment } from '#contract/payment-schemas.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import { deliverableApproved } from '../deliverables/use-deliverables.ts'
import { currentToast, toast } from '../ui/toast.ts'

/** How long another message may stand before this one takes its place, in ms. */
const READ_MS = 2_500

/** Says that the money went out, with the toasts of SPEC §8, whoever caused it while the screen was open. */
export function useReleaseToast(payment: Payment | null | undefined): void {
  const status = payment?.status ?? null
  const last = useRef<PaymentStatus | null>(null)
  useEffect(() => {
    const before = last.current
    last.current = status
    if (before === null || before === status || status !== 'released') return
    // One toast at a time (SPEC §9): the approval that caused it is read first.
    const wait = currentToast()?.title === deliverableApproved ? READ_MS : 0
    setTimeout(() => toast.success('Payment Released', 'Payment released to creator'), wait)
  }, [status])
}

/** True once the money came in while the screen was open: the key then seats itself. */
export function useJustFunded(payment: Payment | null | undefined): boolean {
  const status = payment?.status ?? null
  const [first, setFirst] = useState(status)
  // The first state known is where the screen began; only a step from there counts.
  if (first === null && status !== null) setFirst(status)
  return first === 'pending' && status === 'held_in_escrow'
}
