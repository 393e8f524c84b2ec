import type { PaymentStatus } from './payments.ts'

/** What a message can be warned about (decision 0067). */
export const SAFETY_KINDS = [
  'pay_outside',
  'payment_address',
  'one_time_code',
  'gift_card',
  'advance_fee',
] as const
export type SafetyKind = (typeof SAFETY_KINDS)[number]

/** Never part of an honest deal, so they are always warned about. */
export const SCAM_KINDS = [
  'one_time_code',
  'gift_card',
  'advance_fee',
] as const satisfies readonly SafetyKind[]

/**
 * The money has been held here: from then on the two people may need each other's contact details, which are no longer
 * warned about.
 */
export const MONEY_WAS_HELD = [
  'held_in_escrow',
  'released',
] as const satisfies readonly PaymentStatus[]

/** This many messages with a warning of SCAM_KINDS within this many days flag their sender to the operators. */
export const SAFETY_WATCH = { warnings: 3, days: 7, people: 50 } as const

const isScam = (kind: SafetyKind): boolean => SCAM_KINDS.some((scam) => scam === kind)

/**
 * Returns which of the found kinds are warned about, given the state of the deal's money; null while nothing was
 * funded.
 */
export const warnedKinds = (
  found: readonly SafetyKind[],
  money: PaymentStatus | null,
): SafetyKind[] =>
  found.filter((kind) => isScam(kind) || !MONEY_WAS_HELD.some((status) => status === money))
