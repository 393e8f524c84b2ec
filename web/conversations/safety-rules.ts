import type { PaymentStatus } from '#contract/payments.ts'
import type { Role } from '#contract/profiles.ts'
import { warnedKinds } from '#contract/safety.ts'
import { safetySignals } from '#contract/safety-signals.ts'
import { lineBeforeSending } from '#contract/safety-words.ts'

/** Who writes, and where the deal's money is. */
export interface Writing {
  sender: Role
  money: PaymentStatus | null
}

/** The line to read before a text goes, or null. The server decides by the same rules what the reader is told. */
export const safetyLine = (text: string, { sender, money }: Writing): string | null =>
  lineBeforeSending(warnedKinds(safetySignals(text), money), sender)
