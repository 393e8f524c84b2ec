import { LICENCE_WORDS } from '#contract/licence-words.ts'
import type { PackageStatus } from '#contract/packages.ts'

/** The texts of the package screens. */
export const packageWords = {
  title: 'Packages',
  intro: 'Fixed offers on your profile. Brands order one directly, and you accept or decline.',
  empty: 'No packages yet',
  emptyHint:
    'Say what you make, for how much and how fast. Brands can order it without posting a project.',
  add: 'New package',
  full: 'You have ten packages, which is the most a profile shows.',
  /**
   * An order has the standard licence: this is the sentence of `licenceSentence`, without loading the texts of all
   * other licences.
   */
  licence: `${LICENCE_WORDS.grant} ${LICENCE_WORDS.noTraining}`,
  rights: 'Nothing is charged before you accept an order.',
  draftHint: 'Only you can see it.',
  pausedHint: 'Not shown at the moment.',
  listedHint: 'Shown on your profile.',
  removeTitle: 'Delete this package?',
  removeText: 'Orders that were placed before stay as they were agreed.',
  order: 'Order',
  days: (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`,
  rounds: (rounds: number) =>
    rounds === 0 ? 'No revisions' : `${rounds} ${rounds === 1 ? 'revision' : 'revisions'}`,
  addOnDays: (days: number) =>
    days === 0
      ? ''
      : days > 0
        ? `${days} more ${days === 1 ? 'day' : 'days'}`
        : `${-days} ${days === -1 ? 'day' : 'days'} faster`,
  moved: (title: string, place: number, of: number) => `${title} is package ${place} of ${of}`,
} as const

export const packageStatusWords: Record<PackageStatus, { word: string; hint: string }> = {
  draft: { word: 'Draft', hint: packageWords.draftHint },
  listed: { word: 'Listed', hint: packageWords.listedHint },
  paused: { word: 'Paused', hint: packageWords.pausedHint },
}
