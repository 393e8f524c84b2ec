import type { PaymentStatus } from '#contract/payments.ts'
import type { Role } from '#contract/profiles.ts'
import { type SafetyKind, warnedKinds } from '#contract/safety.ts'
import { SAFETY_RULES, safetySignals } from '#contract/safety-signals.ts'
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

/** The engine interprets a rule the first time and compiles it the second. */
const TIMES = 2

/**
 * Compiles the rules while the browser is idle, one per idle period. They are compiled when they are first used: that takes a
 * slow phone a quarter of a second, which would pass between the press that sends the first message and its frame. Returns
 * how to stop.
 */
export function compileRules(): () => void {
  // Safari reports no idle time; its presses compile them.
  if (typeof requestIdleCallback !== 'function') return () => undefined
  const rest = SAFETY_RULES.values()
  let waits = requestIdleCallback(compileNext)
  function compileNext() {
    const { value: rule } = rest.next()
    if (rule === undefined) return
    for (let time = 0; time < TIMES; time += 1) rule.test(' ')
    waits = requestIdleCallback(compileNext)
  }
  return () => cancelIdleCallback(waits)
}
