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

/** The warnings that apply to a text in the money's current state. */
export const safetyKinds = (text: string, money: PaymentStatus | null): SafetyKind[] =>
  warnedKinds(safetySignals(text), money)

/**
 * Returns the line to show before a text is sent, or null. The server uses the same rules to decide what the reader is
 * told.
 */
export const safetyLine = (text: string, { sender, money }: Writing): string | null =>
  lineBeforeSending(safetyKinds(text, money), sender)

/** The engine interprets a regular expression on its first use and compiles it on the second. */
const TIMES = 2

/**
 * Compiles the rules while the browser is idle, one per idle period. Otherwise they would be compiled at first use:
 * that takes a slow phone a quarter of a second, between the press that sends the first message and its frame. Returns
 * a function that stops it.
 */
export function compileRules(): () => void {
  // Safari has no idle callback; presses compile the rules there.
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
