import type { PaymentMethod } from '#contract/payment-schemas.ts'

/** The display names of the provider's card brands. */
const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** "Visa ending 4242". */
export function cardName({
  card_brand,
  card_last4,
}: Pick<PaymentMethod, 'card_brand' | 'card_last4'>): string {
  return `${brands[card_brand.toLowerCase()] ?? capital(card_brand)} ending ${card_last4}`
}

/** "Expires 08/2028". */
export function cardExpiry({
  card_exp_month,
  card_exp_year,
}: Pick<PaymentMethod, 'card_exp_month' | 'card_exp_year'>): string {
  return `Expires ${String(card_exp_month).padStart(2, '0')}/${card_exp_year}`
}

function capital(word: string): string {
  return word ? word.charAt(0).toUpperCase() + word.slice(1) : 'Card'
}
