import { itemsUnder } from './brief-checks.ts'
import type { BriefItem, ItemKind, MachineRule, Ratio } from './briefs.ts'
import { DELIVERY_CHECK_LIMITS } from './delivery-checks.ts'
import type { Media } from './media.ts'
import { numberText } from './number-text.ts'

/** The input of a machine check: one file of a delivery. */
export interface CheckedFile {
  /** The item it was handed in for; null leaves only its kind. */
  item_id: string | null
  file_type: string
  /** For a video; null while it has not been read, and if it cannot be. */
  media: Pick<Media, 'duration_ms' | 'width' | 'height' | 'audio'> | null
  /** For a picture, in px as displayed. */
  picture: { width: number; height: number } | null
}

/** The result of one check. */
export interface Finding {
  holds: boolean
  /** As text: "34.2 s". */
  found: string
}

/** Editors cut to whole frames, and encoders round to even numbers of pixels. */
export const CHECK_TOLERANCE = { ms: 500, ratioPercent: 1 } as const

const shapes: Record<Exclude<Ratio, 'any'>, readonly [number, number]> = {
  '9:16': [9, 16],
  '4:5': [4, 5],
  '1:1': [1, 1],
  '16:9': [16, 9],
}

/** Returns the kind of item a file can be; null if it fits none. */
export function kindOfFile(type: string): ItemKind | null {
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('image/')) return 'photo'
  return type === 'text/plain' || type === 'application/pdf' ? 'text' : null
}

/** Whether a file of this length, in ms, is as long as an item requires. */
export const isLong = (
  { seconds_min: least, seconds_max: most }: Pick<BriefItem, 'seconds_min' | 'seconds_max'>,
  ms: number,
): boolean =>
  ms >= (least ?? 0) * 1_000 - CHECK_TOLERANCE.ms &&
  (most === null || ms <= most * 1_000 + CHECK_TOLERANCE.ms)

/** Whether a picture has this shape, in whole numbers, so that rounding never decides. */
export function isShaped(ratio: Ratio, { width, height }: { width: number; height: number }) {
  if (ratio === 'any') return true
  const [across, down] = shapes[ratio]
  const wanted = height * across
  return Math.abs(width * down - wanted) * 100 <= wanted * CHECK_TOLERANCE.ratioPercent
}

const sizeOf = ({ media, picture }: CheckedFile) => media ?? picture

/** Whether a file meets an item's requirement, by one rule; null where the file does not show it. */
const compared: Record<
  Exclude<MachineRule, 'count'>,
  (item: BriefItem, file: CheckedFile) => boolean | null
> = {
  length: (item, { media }) => (media === null ? null : isLong(item, media.duration_ms)),
  ratio: (item, file) => {
    const size = sizeOf(file)
    return size === null ? null : isShaped(item.ratio, size)
  },
  // The width as displayed, never the long edge: the check says "wide" (decision 0062).
  width: ({ min_width: least }, file) => {
    const size = sizeOf(file)
    return size === null ? null : size.width >= (least ?? 0)
  },
  sound: (_, { media }) => (media === null ? null : media.audio !== null),
}

const figures: Record<Exclude<MachineRule, 'count'>, (file: CheckedFile) => string> = {
  length: ({ media }) => lengthFound(media?.duration_ms ?? 0),
  ratio: (file) => sizeFound(sizeOf(file)),
  width: (file) => sizeFound(sizeOf(file)),
  sound: ({ media }) => (media?.audio ? 'with sound' : 'silent'),
}

/** "34.2 s": in tenths, truncated. */
const lengthFound = (ms: number): string => `${numberText(Math.floor(ms / 100) / 10)} s`
const sizeFound = (size: { width: number; height: number } | null): string =>
  size === null ? '' : `${size.width} × ${size.height}`

/** The items a file may be handed in for. */
const itemsFor = (file: CheckedFile, items: readonly BriefItem[]): BriefItem[] =>
  file.item_id === null
    ? items.filter(({ what }) => what === kindOfFile(file.file_type))
    : items.filter(({ id }) => id === file.item_id)

/**
 * Returns what the files of a delivery show about one machine check. A file that names no item may be any of its kind.
 * Null where they do not show it: a kind of file that cannot be read, or one that has not been read yet.
 */
export function machineFinding(
  rule: MachineRule,
  items: readonly BriefItem[],
  files: readonly CheckedFile[],
): Finding | null {
  if (rule === 'count') return countFinding(items, files)
  const bound = itemsUnder(rule, items)
  const about = files.filter((file) => itemsFor(file, items).some((item) => bound.includes(item)))
  const results = about.map((file) => ({ file, holds: byAny(rule, file, items, bound) }))
  const failed = results.filter(({ holds }) => holds === false)
  if (failed.length > 0) return findingOf(rule, false, failed)
  if (results.length === 0 || results.some(({ holds }) => holds === null)) return null
  return findingOf(rule, true, results)
}

/** An item without this rule accepts any file that was read: of one that was not, no figure could be given. */
function byAny(
  rule: Exclude<MachineRule, 'count'>,
  file: CheckedFile,
  items: readonly BriefItem[],
  bound: readonly BriefItem[],
): boolean | null {
  const results = itemsFor(file, items).map(
    (item) => !bound.includes(item) || compared[rule](item, file),
  )
  return results.includes(null) ? null : results.includes(true)
}

function findingOf(
  rule: Exclude<MachineRule, 'count'>,
  holds: boolean,
  results: readonly { file: CheckedFile }[],
): Finding {
  const found = [...new Set(results.map(({ file }) => figures[rule](file)))].join(', ')
  return { holds, found: shortened(found) }
}

/** At least as many files as pieces: files that name no item fill the missing pieces of their kind. */
function countFinding(items: readonly BriefItem[], files: readonly CheckedFile[]): Finding {
  const asked = items.reduce((sum, { count }) => sum + count, 0)
  const kinds = new Set(items.map(({ what }) => what))
  const holds = [...kinds].every((kind) => {
    const missing = items
      .filter(({ what }) => what === kind)
      .reduce((sum, { id, count }) => sum + Math.max(0, count - assigned(files, id)), 0)
    const free = files.filter(
      (file) => file.item_id === null && kindOfFile(file.file_type) === kind,
    )
    return free.length >= missing
  })
  return { holds, found: `${files.length} of ${asked}` }
}

const assigned = (files: readonly CheckedFile[], itemId: string): number =>
  files.filter((file) => file.item_id === itemId).length

const shortened = (text: string): string =>
  text.length <= DELIVERY_CHECK_LIMITS.found
    ? text
    : `${text.slice(0, DELIVERY_CHECK_LIMITS.found - 1).trimEnd()}…`
