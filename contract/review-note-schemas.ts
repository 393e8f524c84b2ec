import { z } from 'zod'
import { deliveredWork, deliveryFile } from './deliverable-schemas.ts'
import { DELIVERY_FILES_MOST } from './delivered-pieces.ts'
import { id, idParams, line, optionalText, text, timestamp } from './field-schemas.ts'
import type { Media } from './media.ts'
import { noteAnswer } from './note-answer-schemas.ts'
import { PROJECT_STATUSES } from './projects.ts'
import { DRAWING_SCALE, type Drawing, isDrawing, SHAPE_TYPES } from './review-drawings.ts'
import {
  MOST_MS,
  NOTE_AUTHORS,
  NOTE_KINDS,
  NOTE_LIMITS as limits,
  NOTE_STATUSES,
  reviewMessages as say,
} from './review-notes.ts'

const moment = (sentence: string) =>
  z
    .int({ error: sentence })
    .min(0, sentence)
    .max(MOST_MS, sentence)
    .nullish()
    .transform((ms) => ms ?? null)
const coordinate = z.int({ error: say.place }).min(0, say.place).max(DRAWING_SCALE, say.place)

/** What is drawn on the frame; `isDrawing` is the whole rule. */
const newDrawing = z
  .custom<Drawing>(isDrawing, say.drawing)
  .nullish()
  .transform((value) => value ?? null)

/** A note as its author writes it. */
const noteContent = {
  kind: z.enum(NOTE_KINDS, { error: say.bodyRequired }),
  body: text(limits.body, say.bodyRequired),
  /** The file of the version it is about, from 1; the first where it is not said. */
  file_position: z
    .int({ error: say.file })
    .min(1, say.file)
    .max(DELIVERY_FILES_MOST, say.file)
    .nullish()
    .transform((position) => position ?? 1),
  /** The moment it is about, in ms of the video's presentation. `until_ms` makes it a range. */
  at_ms: moment(say.moment),
  until_ms: moment(say.moment),
  /** Of a PDF, from 1. */
  page: z
    .int({ error: say.page })
    .min(1, say.page)
    .max(100_000, say.page)
    .nullish()
    .transform((page) => page ?? null),
  /** In 1/10,000 of the picture's width and height. */
  place: z
    .strictObject({ x: coordinate, y: coordinate }, { error: say.place })
    .nullish()
    .transform((place) => place ?? null),
  drawing: newDrawing,
}

function endsLater({
  at_ms,
  until_ms,
}: {
  at_ms: number | null
  until_ms: number | null
}): boolean {
  return until_ms === null || (at_ms !== null && until_ms > at_ms)
}
const endless = { path: ['until_ms'], message: say.range }

/** `id` is made by the browser: the same draft twice is one, and again with other words edits it. */
export const newNote = z.strictObject({ id, ...noteContent }).refine(endsLater, endless)

const drawing = z.object({
  v: z.literal(1),
  shapes: z.array(
    z.object({ t: z.enum(SHAPE_TYPES), c: z.number(), w: z.number(), p: z.array(z.number()) }),
  ),
})

const noteReply = z.object({
  id,
  author: z.enum(NOTE_AUTHORS),
  author_name: z.string(),
  body: z.string(),
  created_at: timestamp,
})

export const reviewNote = z.object({
  id,
  deliverable_id: id,
  /** The version it was said about. */
  version: z.number(),
  /** And its file, from 1. */
  file_position: z.number(),
  author: z.enum(NOTE_AUTHORS),
  author_name: z.string(),
  /** The name a guest typed; null for everyone else. */
  guest_name: z.string().nullable(),
  kind: z.enum(NOTE_KINDS),
  body: z.string(),
  at_ms: z.number().nullable(),
  until_ms: z.number().nullable(),
  page: z.number().nullable(),
  place: z.object({ x: z.number(), y: z.number() }).nullable(),
  drawing: drawing.nullable(),
  status: z.enum(NOTE_STATUSES),
  /** 1…n in the order of sending within the project; null for a draft. */
  number: z.number().nullable(),
  /** `version`: the one it was answered in; null until that one is handed in. */
  answer: z
    .object({
      done: z.boolean(),
      text: z.string().nullable(),
      version: z.number().nullable(),
      at: timestamp,
    })
    .nullable(),
  /** The version was approved while this was open. */
  waived: z.boolean(),
  replies: z.array(noteReply),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  resolved_at: timestamp.nullable(),
})

/** `Media` of media.ts. */
const media = z.object({
  fps_num: z.number(),
  fps_den: z.number(),
  frames: z.number(),
  duration_ms: z.number(),
  width: z.number(),
  height: z.number(),
  rotation: z.literal([0, 90, 180, 270]),
  vfr: z.boolean(),
  audio: z.object({ codec: z.string(), channels: z.number(), sample_rate: z.number() }).nullable(),
  hdr: z.boolean(),
  codec: z.string(),
  storyboard: z
    .object({
      tiles: z.number(),
      columns: z.number(),
      width: z.number(),
      height: z.number(),
      every_ms: z.number(),
    })
    .nullable(),
}) satisfies z.ZodType<Media>

/** What plays or shows one file in a room. */
const roomFile = {
  /** Null for anything but a video, and until it was measured. */
  media: media.nullable(),
  /** All its stills in one picture, by a link like file_url's; null if there is none (yet). */
  storyboard_url: z.string().nullable(),
}

/** A version in its room: the facts about a file are the first one's, and `files` has all of them. */
export const reviewVersion = deliveredWork.extend({
  ...roomFile,
  files: z.array(deliveryFile.extend(roomFile)),
  /** New notes can be written about it, and drafts be sent. */
  accepts_notes: z.boolean(),
  /** No one answered it in time, and it counts as approved since `reviewed_at` (decision P16). */
  approved_unanswered: z.boolean(),
  /** What the brand wrote about the whole of it, beside its notes or alone, oldest first. */
  said: z.array(
    z.object({
      text: z.string(),
      /** A revision was asked for with it. */
      asks: z.boolean(),
      at: timestamp,
    }),
  ),
})

const guestLink = z.object({
  id,
  created_at: timestamp,
  expires_at: timestamp,
  revoked_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
})

/** A file as a guest sees it: its watermarked copies; null if there is none (yet). */
const guestFile = {
  file_name: z.string(),
  file_type: z.string(),
  poster_url: z.string().nullable(),
  preview_url: z.string().nullable(),
  ...roomFile,
}

/** What is behind a guest link: nothing that identifies a person beyond their names, and no original. */
export const guestRoom = z.object({
  title: z.string(),
  owner_name: z.string(),
  creator_name: z.string(),
  expires_at: timestamp,
  /** Newest first. */
  versions: z.array(
    z.object({
      id,
      version: z.number(),
      ...guestFile,
      /** All its files in their order; the fields above describe the first. */
      files: z.array(
        z.object({
          ...guestFile,
          position: z.number(),
          item_id: z.string().nullable(),
          item_name: z.string().nullable(),
        }),
      ),
      accepts_notes: z.boolean(),
      created_at: timestamp,
    }),
  ),
  /** Those that were sent, by number, then this link's own drafts. */
  notes: z.array(reviewNote),
})

/** 43 characters of base64url; anything else is no link. */
const guestToken = z.string({ error: say.guestLink }).max(200, say.guestLink)

const { drawing: _, ...guestContent } = noteContent
const guestNote = z
  .strictObject({
    token: guestToken,
    name: line(limits.guestName, say.guestName),
    id,
    deliverable_id: id,
    ...guestContent,
  })
  .refine(endsLater, endless)

const person = z.object({ id, name: z.string() })

export const reviewRoom = z.object({
  project: z.object({ id, title: z.string(), status: z.enum(PROJECT_STATUSES) }),
  reader: z.enum(['owner', 'creator']),
  owner: person,
  creator: person,
  /** Newest first. */
  versions: z.array(reviewVersion),
  /** Of all versions: those sent by number, then drafts, which only the owner has, in the order of writing. */
  notes: z.array(reviewNote),
  /** Newest first; empty for the creator. */
  guest_links: z.array(guestLink),
})

/** Both sides read the room; only the owner writes, sends and ends notes, only the creator answers them. */
export const reviewSchemas = {
  'review.room': { params: idParams, answer: reviewRoom },
  /** Only about the newest version. A draft of an older one moves to it. */
  'review.save_draft': { params: idParams, body: newNote, answer: reviewNote },
  /** Discarding what is gone succeeds; what was sent is withdrawn instead. */
  'review.discard_draft': { params: idParams, answer: z.object({ id }) },
  /**
   * Sends drafts together. `request_changes` asks for a revision with them, in one transaction: it takes a note marked
   * `must`, or a text. The same sending again changes nothing.
   */
  'review.send': {
    params: idParams,
    body: z.strictObject({
      notes: z.array(id).max(limits.notes, say.notes),
      request_changes: z.boolean(),
      text: optionalText(limits.words),
    }),
    answer: reviewRoom,
  },
  'review.answer': {
    params: idParams,
    body: noteAnswer,
    answer: reviewNote,
  },
  'review.resolve': { params: idParams, answer: reviewNote },
  'review.reopen': { params: idParams, answer: reviewNote },
  /** Before the creator answered or replied. */
  'review.withdraw': { params: idParams, answer: reviewNote },
  /** `id` is made by the browser: the same reply twice is one. */
  'review.reply': {
    params: idParams,
    body: z.strictObject({ id, body: text(limits.reply, say.replyRequired) }),
    answer: reviewNote,
  },
  /** `url` is returned this once. The token follows its '#', which browsers send to no server. */
  'review.create_guest_link': {
    params: idParams,
    answer: z.object({ id, url: z.string(), expires_at: timestamp }),
  },
  'review.revoke_guest_link': { params: idParams, answer: z.object({ id }) },
  'review.guest_room': { body: z.strictObject({ token: guestToken }), answer: guestRoom },
  /** Becomes a draft of the owner under the guest's name: they send or discard it. */
  'review.guest_note': { body: guestNote, answer: reviewNote },
} as const

export type NewNote = z.infer<typeof newNote>
export type ReviewNote = z.infer<typeof reviewNote>
export type ReviewVersion = z.infer<typeof reviewVersion>
export type GuestNote = z.infer<typeof guestNote>
export type GuestRoom = z.infer<typeof guestRoom>
export type ReviewRoom = z.infer<typeof reviewRoom>
