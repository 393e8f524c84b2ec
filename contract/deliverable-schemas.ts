import { z } from 'zod'
import { AI_PARTS, aiPartMessages, isDeclaration } from './ai-parts.ts'
import { BRIEF_LIMITS } from './briefs.ts'
import {
  DELIVERABLE_LIMITS as limits,
  DELIVERABLE_STATUSES,
  REVIEW_WINDOW_OUTCOMES,
  deliverableMessages as say,
} from './deliverables.ts'
import { handedInChecks } from './delivery-check-schemas.ts'
import { DELIVERY_FILES_MOST, deliveryFileMessages } from './delivered-pieces.ts'
import { newAnswers } from './note-answer-schemas.ts'
import { PREVIEW_STATES } from './originals.ts'
import {
  id,
  idParams,
  listQuery,
  optionalText,
  optionalWebUrl,
  text,
  timestamp,
} from './field-schemas.ts'

/** One file of a delivery. Its links are as those of the delivery itself. */
export const deliveryFile = z.object({
  /** From 1, in the order of the hand-in. */
  position: z.number(),
  /** The item of the agreed brief it was handed in for; null leaves it to its kind. */
  item_id: z.string().nullable(),
  /** What that item is called: "Hook variation"; null without one. */
  item_name: z.string().nullable(),
  file_name: z.string(),
  file_type: z.string(),
  /** Bytes. */
  file_size: z.number(),
  file_url: z.string().nullable(),
  poster_url: z.string().nullable(),
  preview_url: z.string().nullable(),
  preview_state: z.enum(PREVIEW_STATES),
})

export const deliverable = z.object({
  id,
  application_id: id,
  project_id: id,
  creator_id: id,
  /**
   * A signed link the reader can open for the next five minutes (decisions P24, P25): to the original where they may
   * open it, otherwise to its marked copy; null while there is none.
   */
  file_url: z.string().nullable(),
  /** The reader may open the original (originals.ts). */
  original_open: z.boolean(),
  /** Of what the brand can look at. */
  preview_state: z.enum(PREVIEW_STATES),
  /**
   * Who else opened an original, which, and when for the first time each day, newest first. Not told to the brand.
   */
  openings: z.array(z.object({ name: z.string(), at: timestamp, position: z.number() })),
  /** A small still of a video or picture, by a link like file_url's; null if there is none (yet). */
  poster_url: z.string().nullable(),
  /** A reduced preview, by a link like file_url's; null if there is none (yet). */
  preview_url: z.string().nullable(),
  file_name: z.string(),
  file_type: z.string(),
  /** Bytes. */
  file_size: z.number(),
  /** How many files it holds: the fields above describe the first. */
  file_count: z.number(),
  post_url: z.string().nullable(),
  screenshot_url: z.string().nullable(),
  screenshot_name: z.string().nullable(),
  notes: z.string().nullable(),
  /** What the creator declared of parts that AI made, in the order of AI_PARTS; null says nothing. */
  ai_parts: z.array(z.enum(AI_PARTS)).nullable(),
  reviewer_notes: z.string().nullable(),
  status: z.enum(DELIVERABLE_STATUSES),
  /** 1…n in the order of delivery within the project (decision P15). */
  version: z.number(),
  reviewed_at: timestamp.nullable(),
  /** When a newer version took its place, unanswered: then it is `rejected` without a note, and asks for nothing. */
  superseded_at: timestamp.nullable(),
  /** It waited when a dispute about its deal was decided: the decision says where the money goes, and nothing answers it. */
  decided: z.boolean(),
  /**
   * When its review window began: when there was something to look at (30 minutes after `created_at` at the latest), or
   * later by as long as disputes paused it. Null while a dispute pauses
   * it, or when the project was cancelled.
   */
  review_from: timestamp.nullable(),
  /** The outcome without an answer (decision P16). */
  review_outcome: z.enum(REVIEW_WINDOW_OUTCOMES),
  created_at: timestamp,
  /** Changes the brand asked for in the deal's review rooms that are not resolved. */
  open_changes: z.number(),
  /** The version of the brief it was checked by (`checks.of_delivery`); null without one. */
  brief_version: z.number().nullable(),
})

/** A delivery with all its files, in their order. */
export const deliveredWork = deliverable.extend({ files: z.array(deliveryFile) })

export const deliverableWithTitle = deliverable.extend({ project_title: z.string() })

/** One of those that wait for a brand's review, one after another. */
const queuedDeliverable = z.object({
  id,
  project_id: id,
  project_title: z.string(),
  creator_name: z.string(),
  file_name: z.string(),
  created_at: timestamp,
})

const handedInFile = z.strictObject({
  /** The finished upload in deliverable-files. */
  file_id: z.uuid({ error: say.fileRequired }),
  /** Of the agreed brief; null leaves the file to its kind. */
  item_id: z
    .string()
    .min(1, deliveryFileMessages.unknownItem)
    .max(BRIEF_LIMITS.id, deliveryFileMessages.unknownItem)
    .nullish()
    .transform((item) => item ?? null),
})

export const newDeliverable = z
  .strictObject({
    /** The finished upload in deliverable-files: of a delivery with one file, instead of `files`. */
    file_id: z.uuid({ error: say.fileRequired }).optional(),
    /** All files in their order, each with its item. With `file_id` that one is the first. */
    files: z
      .array(handedInFile, { error: say.fileRequired })
      .min(1, say.fileRequired)
      .max(DELIVERY_FILES_MOST, deliveryFileMessages.tooMany)
      .refine(isWithoutRepeats, deliveryFileMessages.twice)
      .optional(),
    post_url: optionalWebUrl(),
    /** The finished upload in proof-screenshots. */
    screenshot_id: id.nullish(),
    notes: optionalText(limits.notes),
    /** Parts that AI made, each once; 'none' stands alone. Left out, the delivery says nothing of it. */
    ai_parts: z
      .array(z.enum(AI_PARTS))
      .max(AI_PARTS.length, aiPartMessages.unclear)
      .refine(isDeclaration, aiPartMessages.unclear)
      .nullish(),
    /** What became of the changes that were asked for: each open one needs an answer. */
    answers: newAnswers.optional(),
    /** Of a project with an agreed brief: each of its musts needs a tick or a reason, unless the file shows that it holds. */
    checks: handedInChecks.optional(),
    /** The version of the brief whose checks the creator read (`checks.before`): another one is refused. */
    brief_version: z.int().nullable().optional(),
  })
  .refine(({ file_id, files }) => file_id !== undefined || files !== undefined, {
    path: ['file_id'],
    message: say.fileRequired,
  })
  .refine(
    ({ file_id, files }) =>
      file_id === undefined || files === undefined || files[0]?.file_id === file_id,
    { path: ['files'], message: say.fileRequired },
  )

function isWithoutRepeats(files: readonly { file_id: string }[]): boolean {
  return new Set(files.map(({ file_id }) => file_id)).size === files.length
}

export const deliverableSchemas = {
  /**
   * Newest first. The owner sees everything of the project, a creator their own. A deal has few versions, so they are
   * one page: of more than LIST_PAGE the newest.
   */
  'deliverables.for_project': { params: idParams, answer: z.array(deliveredWork) },
  /** What the brand would see of one's own upload before it is paid for: asked for before it is handed in. */
  'deliverables.upload': {
    params: idParams,
    answer: z.object({ preview_state: z.enum(PREVIEW_STATES) }),
  },
  'deliverables.submit': { params: idParams, body: newDeliverable, answer: deliveredWork },
  /** Newest first, in pages. */
  'deliverables.mine': { query: listQuery, answer: z.array(deliverableWithTitle) },
  'deliverables.to_review': { query: listQuery, answer: z.array(deliverableWithTitle) },
  /**
   * What waits for one's own review and can be answered now, the earliest first, at most LIST_PAGE; with `listing` only of
   * the deals that this project split off.
   */
  'deliverables.queue': {
    query: z.object({ listing: id.optional() }),
    answer: z.array(queuedDeliverable),
  },
  /**
   * `release`: also release the held payment (decision P8). Refused while other work waits or a revision is open, unless
   * `despite_open_work` says that the seller has read so. Refused while changes they asked for are open, unless
   * `waive_open_notes` says that they have read that: then those are closed as waived.
   */
  'deliverables.approve': {
    params: idParams,
    body: z.strictObject({
      release: z.boolean(),
      despite_open_work: z.boolean().optional(),
      waive_open_notes: z.boolean().optional(),
    }),
    answer: deliveredWork,
  },
  'deliverables.request_revision': {
    params: idParams,
    body: z.strictObject({ reviewer_notes: text(limits.reviewer_notes, say.noteRequired) }),
    answer: deliveredWork,
  },
} as const

export type ListedDeliverable = z.infer<typeof deliverable>
export type Deliverable = z.infer<typeof deliveredWork>
export type DeliveryFile = z.infer<typeof deliveryFile>
export type DeliverableWithTitle = z.infer<typeof deliverableWithTitle>
export type QueuedDeliverable = z.infer<typeof queuedDeliverable>
export type NewDeliverable = z.infer<typeof newDeliverable>
