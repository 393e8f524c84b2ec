import type { Rounds } from './rounds.ts'

/** "no rounds of revision", "1 round of revision", "2 rounds of revision". */
export const roundsText = (rounds: number): string =>
  rounds === 0
    ? 'no rounds of revision'
    : `${rounds} ${rounds === 1 ? 'round' : 'rounds'} of revision`

/** The text that people read about the agreed rounds of revision. */
export const roundWords = {
  label: 'Revision rounds',
  /** The number of rounds that the brand has requested: "1 of 2", "3, with 2 agreed". */
  used: ({ used, agreed }: Rounds) =>
    used > agreed ? `${used}, with ${agreed} agreed` : `${used} of ${agreed} used`,
  /** Shown before the next request is sent: "Round 1 of 2.", or that it goes beyond what was agreed. */
  next: ({ used, agreed }: Rounds) =>
    used < agreed ? `Round ${used + 1} of ${agreed}.` : beyond(agreed),
} as const

function beyond(agreed: number): string {
  const passed =
    agreed === 0
      ? 'You agreed on no rounds of revision, so this goes beyond it.'
      : `You agreed on ${roundsText(agreed)}, and this goes beyond it.`
  return `${passed} You can send it all the same; the creator may ask for more time or money.`
}
