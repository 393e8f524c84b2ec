import type { PaymentPurpose } from './payments.ts'

/** What lists call a payment, besides its project; the payment for the deal itself needs no name. */
export const PURPOSE_LABELS: Record<PaymentPurpose, string | null> = {
  deal: null,
  extra: 'Extra payment',
  extension: 'Licence extension',
}
