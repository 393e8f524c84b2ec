import type { ShipmentStatus } from './shipping.ts'

/**
 * The list of parcels as CSV: the brand downloads it, fills it in where it ships from, and uploads it again (decision
 * 0079).
 */

/** Its columns. An upload needs the first column and `carrier`; unknown columns are ignored. */
export const SHEET_COLUMNS = [
  'project_id',
  'project',
  'creator',
  'product',
  'status',
  'name',
  'line1',
  'line2',
  'city',
  'region',
  'postal_code',
  'country',
  'phone',
  'carrier',
  'number',
  'link',
] as const
export type SheetColumn = (typeof SHEET_COLUMNS)[number]

/** States in which a parcel has to be sent or is on its way: only these are on the list, with their addresses. */
export const SHEET_STATUSES: readonly ShipmentStatus[] = ['to_ship', 'shipped', 'problem']

/** Bounds; ours. */
export const SHEET_LIMITS = {
  /** Parcels of one download. */
  exported: 500,
  /** Rows of one upload, without the header. */
  imported: 100,
  /** Characters of one upload: a request body holds no more. */
  characters: 20_000,
} as const

/** What an upload does, or would do, with one row. */
export const SHEET_OUTCOMES = ['shipped', 'corrected', 'unchanged', 'skipped', 'refused'] as const
export type SheetOutcome = (typeof SHEET_OUTCOMES)[number]

/** What is wrong with a row or the whole upload, in addition to the refusals of shipping itself. */
export const sheetMessages = {
  empty: 'The file has no rows.',
  columns: 'The file needs the columns project_id and carrier in its first line.',
  tooManyRows: `Please upload at most ${SHEET_LIMITS.imported} rows at once.`,
  tooLong: `Please upload at most ${SHEET_LIMITS.characters} characters at once.`,
  quotes: 'A quotation mark in this file is never closed.',
  unknown: 'None of your running deals has this project_id.',
  twice: (line: number) => `Line ${line} is about the same deal.`,
} as const
