import { DEFAULT_ROUNDS } from './briefs.ts'

/** The rounds of a deal: how many were agreed, and how many the brand has requested. */
export interface Rounds {
  agreed: number
  used: number
}

/**
 * Returns the agreed rounds of a deal: those of the last accepted offer, those of the agreed brief, or the usual
 * number.
 */
export const agreedRounds = (offered: number | null, briefed: number | null): number =>
  offered ?? briefed ?? DEFAULT_ROUNDS
