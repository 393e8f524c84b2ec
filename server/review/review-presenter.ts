import type { Media } from '#contract/media.ts'
import type {
  GuestRoom,
  ReviewNote,
  ReviewRoom,
  ReviewVersion,
} from '#contract/review-note-schemas.ts'
import type { Config } from '#server/config/config.ts'
import {
  type DeliverableReader,
  isOpenTo,
  placeOf,
  presentDeliverable,
} from '#server/deliverables/deliverable-presenter.ts'
import type { DeliverableRow } from '#server/deliverables/deliverable-store.ts'
import type { DeliveryFileRow } from '#server/deliverables/delivery-file-store.ts'
import { renditionUrl } from '#server/uploads/file-links.ts'
import type { GuestLinkRow } from './guest-link-store.ts'
import { presentAnswer } from '#server/review/notes/answer-presenter.ts'
import type { NoteRow } from '#server/review/notes/note-store.ts'
import type { SaidRow } from '#server/review/notes/sending-store.ts'
import { acceptsNotes } from './review-policy.ts'
import type { RoomDeal } from './review-store.ts'

type Names = Pick<RoomDeal, 'seller_id' | 'seller_name' | 'creator_name'>

const saidBy = (authorId: string, { seller_id, seller_name, creator_name }: Names) =>
  authorId === seller_id
    ? ({ author: 'owner', author_name: seller_name } as const)
    : ({ author: 'creator', author_name: creator_name } as const)

/** Presents a note with its replies to either side. Whether the reader may see a draft is decided earlier. */
export function presentNote(row: NoteRow, names: Names): ReviewNote {
  const author =
    row.guest_name === null
      ? saidBy(row.author_id, names)
      : ({ author: 'guest', author_name: row.guest_name } as const)
  return {
    id: row.id,
    deliverable_id: row.deliverable_id,
    version: row.version,
    file_position: row.file_position,
    ...author,
    guest_name: row.guest_name,
    kind: row.kind,
    body: row.body,
    at_ms: row.at_ms,
    until_ms: row.until_ms,
    page: row.page,
    place: row.place_x === null || row.place_y === null ? null : { x: row.place_x, y: row.place_y },
    drawing: row.drawing,
    status: row.status,
    number: row.number,
    answer: presentAnswer(row),
    waived: row.waived,
    replies: row.replies.map(({ id, author_id, body, created_at }) => ({
      id,
      ...saidBy(author_id, names),
      body,
      created_at,
    })),
    created_at: row.created_at,
    sent_at: row.sent_at,
    resolved_at: row.resolved_at,
  }
}

/** The rows that a room is built from. */
export interface RoomRows {
  deal: RoomDeal
  reader: 'owner' | 'creator'
  /** Newest first. */
  versions: DeliverableRow[]
  media: ReadonlyMap<string, Media>
  notes: NoteRow[]
  /** Oldest first. */
  sendings: SaidRow[]
  guestLinks: GuestLinkRow[]
  /** Ids of the versions that the clock approved. */
  unanswered: readonly string[]
}

/** Presents a room to one of its two people. The links in it work for a few minutes (decision P24). */
export function presentRoom(config: Config, room: RoomRows, now: Date): ReviewRoom {
  const { deal, reader, versions, media, notes, sendings, guestLinks, unanswered } = room
  const newest = versions[0]?.id
  const whose: DeliverableReader =
    reader === 'owner'
      ? { id: deal.seller_id, as: 'brand' }
      : { id: deal.creator_id, as: 'creator' }
  return {
    project: { id: deal.id, title: deal.title, status: deal.status },
    reader,
    owner: { id: deal.seller_id, name: deal.seller_name },
    creator: { id: deal.creator_id, name: deal.creator_name },
    versions: versions.map((row) =>
      presentVersion(config, row, {
        media,
        accepts_notes: acceptsNotes(deal, { status: row.status, isNewest: row.id === newest }),
        approved_unanswered: row.status === 'approved' && unanswered.includes(row.id),
        said: saidOf(row, sendings),
        reader: whose,
        now,
      }),
    ),
    notes: notes.map((note) => presentNote(note, deal)),
    guest_links: guestLinks,
  }
}

function presentVersion(
  config: Config,
  row: DeliverableRow,
  {
    media,
    reader,
    now,
    ...facts
  }: Pick<ReviewVersion, 'accepts_notes' | 'approved_unanswered' | 'said'> &
    Pick<RoomRows, 'media'> & {
      reader: DeliverableReader
      now: Date
    },
): ReviewVersion {
  const link = { id: reader.id, mayOpen: isOpenTo(reader, row) }
  const delivery = presentDeliverable(config, row, reader, now)
  const shown = ({ file_id: id, renditions }: Pick<DeliveryFileRow, 'file_id' | 'renditions'>) => ({
    media: media.get(id) ?? null,
    storyboard_url: renditionUrl(config, { id, renditions }, 'storyboard', now, link),
  })
  return {
    ...delivery,
    ...facts,
    ...shown(row),
    files: zipped(delivery.files, row.files).map(([file, held]) => ({ ...file, ...shown(held) })),
  }
}

/** Pairs the items of two lists. Both have the same length, because one was built from the other. */
const zipped = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one, at) => {
    const other = others[at]
    return other === undefined ? [] : [[one, other]]
  })

/**
 * Returns what was written about a version as a whole. A revision that was requested outside the room has no sending.
 */
function saidOf(row: DeliverableRow, sendings: readonly SaidRow[]): ReviewVersion['said'] {
  const own = sendings.filter(({ deliverable_id }) => deliverable_id === row.id)
  const said = own.flatMap(({ words: text, request_changes: asks, sent_at: at }) =>
    text === null ? [] : [{ text, asks, at }],
  )
  const { status, superseded_at, reviewer_notes: text, reviewed_at: at } = row
  const isAsked = status === 'rejected' && superseded_at === null
  if (!isAsked || text === null || at === null || own.some((one) => one.request_changes))
    return said
  return [...said, { text, asks: true, at }]
}

/** The part of a room that is shown behind a guest link. */
interface GuestRows extends Omit<RoomRows, 'reader' | 'sendings' | 'guestLinks' | 'unanswered'> {
  expiresAt: string
}

/** Presents a room to a guest: marked copies of the versions, and no ids, addresses or money. */
export function presentGuestRoom(config: Config, room: GuestRows, now: Date): GuestRoom {
  const { deal, versions, media, notes, expiresAt } = room
  const newest = versions[0]?.id
  return {
    title: deal.title,
    owner_name: deal.seller_name,
    creator_name: deal.creator_name,
    expires_at: expiresAt,
    versions: versions.map((row) => ({
      id: row.id,
      version: row.version,
      ...guestFile(config, row, media, now),
      files: row.files.map((file) => ({
        ...guestFile(config, file, media, now),
        ...placeOf(file),
      })),
      accepts_notes: acceptsNotes(deal, { status: row.status, isNewest: row.id === newest }),
      created_at: row.created_at,
    })),
    notes: notes.map((note) => presentNote(note, deal)),
  }
}

/** Links only to the marked copies, even once the original is open to the brand. */
function guestFile(
  config: Config,
  held: Pick<DeliveryFileRow, 'file_id' | 'file_name' | 'file_type' | 'renditions'>,
  media: RoomRows['media'],
  now: Date,
) {
  const file = { id: held.file_id, renditions: held.renditions }
  const link = (kind: 'poster' | 'preview' | 'storyboard') =>
    renditionUrl(config, file, kind, now, { id: null, mayOpen: false })
  return {
    file_name: held.file_name,
    file_type: held.file_type,
    media: media.get(file.id) ?? null,
    poster_url: link('poster'),
    preview_url: link('preview'),
    storyboard_url: link('storyboard'),
  }
}
