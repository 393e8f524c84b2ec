import type { SheetOutcome } from '#contract/shipping-sheet.ts'
import { SHEET_LIMITS } from '#contract/shipping-sheet.ts'

/** The texts about the list of parcels as a file. */
export const sheetWords = {
  title: 'Shipping list',
  subtitle: 'For deals whose product waits for shipping, is on its way or has a problem.',
  download: 'Download CSV',
  downloadHint:
    'It has addresses: delete it when you are done. Every download is in your account log and in that of each creator on it.',
  fill: 'Fill in carrier, number and link where you shipped.',
  upload: 'Choose the filled-in CSV',
  uploadHint: `Nothing is saved before you have seen what it does. At most ${SHEET_LIMITS.imported} rows.`,
  nothing: 'No parcel waits for shipping or is on its way.',
  result: 'What the file does',
  apply: (count: number) => (count === 1 ? 'Save 1 parcel' : `Save ${count} parcels`),
  done: (count: number) => (count === 1 ? '1 parcel saved.' : `${count} parcels saved.`),
} as const

/** What happens to a row; a refused row shows its own sentence. */
export const outcomeWords: Readonly<Record<Exclude<SheetOutcome, 'refused'>, string>> = {
  shipped: 'Marked as shipped',
  corrected: 'Carrier, number or link corrected',
  unchanged: 'As it is',
  skipped: 'Nothing filled in',
}

/** The number of parcels it changes. */
export const changesOf = (rows: readonly { outcome: SheetOutcome }[]): number =>
  rows.filter(({ outcome }) => outcome === 'shipped' || outcome === 'corrected').length
