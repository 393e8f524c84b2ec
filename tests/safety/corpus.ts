import type { SafetyKind } from '#contract/safety.ts'

/**
 * Messages that carry the same warnings. `maybe` are warnings that would be as right as none: "What is your PayPal?" asks
 * for an address, and just as much to be paid outside.
 */
export type Corpus = readonly {
  kinds: readonly SafetyKind[]
  maybe?: readonly SafetyKind[]
  texts: readonly string[]
}[]
