import type { PaymentPurpose } from './payments.ts'

/** What lists call a payment besides its project; the deal's own needs no name. */
export const PURPOSE_LABELS: Record<PaymentPurpose, string | null> = {
  deal: null,
  extra: 'Extra payment',
  extension: 'Licence extension',
}
