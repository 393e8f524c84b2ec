import type { PaymentStatus } from '#contract/payments.ts'
import type { Role } from '#contract/profiles.ts'
import { type SafetyKind, warnedKinds } from '#contract/safety.ts'
import { safetySignals } from '#contract/safety-signals.ts'
import { lineBeforeSending } from '#contract/safety-words.ts'

/** Who writes, and where the deal's money is. */
export interface Writing {
  sender: Role
  money: PaymentStatus | null
}

/** What a text is warned about while the deal's money is there. */
export const safetyKinds = (text: string, money: PaymentStatus | null): SafetyKind[] =>
  warnedKinds(safetySignals(text), money)

/** The line to read before a text goes, or null. The server decides by the same rules what the reader is told. */
export const safetyLine = (text: string, { sender, money }: Writing): string | null =>
  lineBeforeSending(safetyKinds(text, money), sender)
