import { useEffect, useRef, useState } from 'react'
import type { Payment } from '#contract/payment-schemas.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import { toast } from '../ui/toast.ts'

/** What happened to the money while the screen was open. */
export type PaymentNews = 'funded' | 'released' | null

/** Notices when the money came in or went out, whoever caused it, and says a release with the toast of SPEC §8. */
export function usePaymentNews(payment: Payment | null): PaymentNews {
  const [news, setNews] = useState<PaymentNews>(null)
  const last = useRef<PaymentStatus | null>(null)
  const status = payment?.status ?? null
  useEffect(() => {
    const before = last.current
    last.current = status
    if (before === null || before === status) return
    if (status === 'held_in_escrow') setNews('funded')
    if (status === 'released') {
      setNews('released')
      toast.success('Payment Released', 'Payment released to creator')
    }
  }, [status])
  return news
}
