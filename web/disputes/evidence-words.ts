import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import { clockText } from '#contract/frames.ts'
import { megabytes } from '#web/ui/megabytes.ts'

type Check = DisputeEvidence['checks'][number]

/** The names of a dispute's evidence. Everyone sees the same numbers, so that a statement can refer to them. */
export const evidenceWords = {
  version: (version: number) => `V${version}`,
  check: (version: number) => `C${version}`,
  note: (number: number) => `N${number}`,
  offer: (number: number) => `O${number}`,
  change: (number: number) => `A${number}`,
  hint: 'Name evidence by its number: V2 is a version, C2 what was found in its file, N3 a note, O1 an offer, A1 a change.',
  terms: 'Offers and changes',
  offeredBy: (name: string) => `Offer by ${name}`,
  proposedBy: (name: string) => `Change proposed by ${name}`,
  deliverBy: 'deliver by',
  rounds: (count: number) => (count === 1 ? '1 round of revision' : `${count} rounds of revision`),
  /** "$310.00 ($263.50 for the creator)". */
  priced: (price: string, net: string) => `${price} (${net} for the creator)`,
  newPrice: (amount: string, { returned, extra }: Record<'returned' | 'extra', string | null>) => {
    if (returned !== null) return `the price becomes ${amount}, with ${returned} returned`
    return extra === null
      ? `the price becomes ${amount}`
      : `the price becomes ${amount}, with ${extra} to be paid for it`
  },
  newBrief: (version: number | null) =>
    version === null ? 'a new brief' : `version ${version} of the brief`,
  checklist: (version: number, brief: number) =>
    `Checklist of version ${version}, by version ${brief} of the brief`,
  notes: 'Review notes',
  noNotes: 'Nothing was noted in the review room.',
  about: (version: number) => `about version ${version}`,
  drawing: 'with a drawing',
  guest: (name: string) => `${name}, a guest of the brand`,
  answered: (done: boolean, version: number | null) =>
    `${done ? 'Done' : 'Not done'}${version === null ? '' : ` in version ${version}`}`,
} as const

const rate = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** The fingerprint is shortened: its beginning tells files apart. */
const FINGERPRINT = 12

/** What was found in a version's file when it arrived: "Found in the file: video/mp4, 4.2 MB, 0:32, …". */
export function checkWords({ file_type, file_size, sha256, media }: Check): string {
  const found = [
    file_type,
    megabytes(file_size),
    ...(media
      ? [
          clockText(media.duration_ms / 1_000),
          `${media.width} × ${media.height}`,
          `${rate.format(media.fps_num / media.fps_den)} frames a second`,
          media.has_sound ? 'with sound' : 'silent',
        ]
      : file_type.startsWith('video/')
        ? ['could not be played']
        : []),
    ...(sha256 === null ? [] : [`SHA-256 ${sha256.slice(0, FINGERPRINT)}…`]),
  ]
  return `Found in the file: ${found.join(', ')}`
}
