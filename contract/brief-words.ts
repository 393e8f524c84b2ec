import { type BriefGoal, type MusicChoice, type ProductDelivery } from './briefs.ts'

/** The choices of a brief in words, and the names of its parts. */

export const goalWords: Record<BriefGoal, string> = {
  ads: 'Paid ads',
  organic: 'Organic posts',
  site: 'Website and shop pages',
  launch: 'A launch',
}

export const deliveryWords: Record<ProductDelivery, string> = {
  ship: 'The brand ships it',
  digital: 'The brand gives access online',
  reimburse: 'The creator buys it, the brand pays it back',
  none: 'Nothing is sent',
}

export const musicWords: Record<MusicChoice, string> = {
  licensed: 'Only music licensed for ads',
  creator: 'The creator chooses',
  none: 'No music',
}

/** The name of each part in the form, in the brief creators read, and in its text. */
export const partWords = {
  deliver: 'What you deliver',
  deliverHint: 'What creators deliver',
  checks: 'How it is checked',
  goal: 'Goal',
  audience: 'Audience',
  one_message: 'The one message',
  tone: 'Tone',
  hooks: 'Hooks',
  say: 'Say or show',
  never_say: 'Never say or show',
  references: 'Examples',
  music: 'Music',
  product: 'Product',
  rounds: 'Revision rounds',
} as const

/** "2 revision rounds are included." */
export function roundsText(rounds: number): string {
  if (rounds === 0) return 'No revision round is included.'
  return rounds === 1 ? '1 revision round is included.' : `${rounds} revision rounds are included.`
}

/** "Version 2"; for a version both sides agreed on, with the date. */
export const versionText = (version: number, agreedOn: string | null): string =>
  agreedOn === null ? `Version ${version}` : `Version ${version}, agreed ${agreedOn}`
