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

/** One file of a delivery. Its links work like those of the delivery itself. */
export const deliveryFile = z.object({
  /** From 1, in hand-in order. */
  position: z.number(),
  /** The item of the agreed brief for which it was handed in; null leaves only its kind. */
  item_id: z.string().nullable(),
  /** The name of that item: "Hook variation"; null without one. */
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
   * A signed link the reader can open for the next five minutes (decisions P24, P25): to the original if they may open
   * it, otherwise to its watermarked copy; null if there is none.
   */
  file_url: z.string().nullable(),
  /** The reader may open the original (originals.ts). */
  original_open: z.boolean(),
  /** The state of the copy that the brand can view. */
  preview_state: z.enum(PREVIEW_STATES),
  /** Who else opened an original, which one, and the first time on each day, newest first. Not shown to the brand. */
  openings: z.array(z.object({ name: z.string(), at: timestamp, position: z.number() })),
  /** A small still of a video or picture, with a link like file_url's; null if there is none (yet). */
  poster_url: z.string().nullable(),
  /** A reduced preview, with a link like file_url's; null if there is none (yet). */
  preview_url: z.string().nullable(),
  file_name: z.string(),
  file_type: z.string(),
  /** Bytes. */
  file_size: z.number(),
  /** The number of files it holds: the fields above describe the first. */
  file_count: z.number(),
  post_url: z.string().nullable(),
  screenshot_url: z.string().nullable(),
  screenshot_name: z.string().nullable(),
  notes: z.string().nullable(),
  /** The parts made by AI that the creator declared, in the order of AI_PARTS; null means no declaration. */
  ai_parts: z.array(z.enum(AI_PARTS)).nullable(),
  reviewer_notes: z.string().nullable(),
  status: z.enum(DELIVERABLE_STATUSES),
  /** 1…n in the order of delivery within the project (decision P15). */
  version: z.number(),
  reviewed_at: timestamp.nullable(),
  /**
   * When a newer version replaced it before it was answered: then it is `rejected` without a note, and requires
   * nothing.
   */
  superseded_at: timestamp.nullable(),
  /**
   * It was waiting when a dispute about its deal was decided: the decision determines where the money goes, and the
   * delivery gets no answer.
   */
  decided: z.boolean(),
  /**
   * When its review window began: when there was something to look at (30 minutes after `created_at` at the latest), or
   * later by the time that disputes paused it. Null while a dispute pauses it, or when the project was cancelled.
   */
  review_from: timestamp.nullable(),
  /** The outcome if it is not answered (decision P16). */
  review_outcome: z.enum(REVIEW_WINDOW_OUTCOMES),
  created_at: timestamp,
  /** Unresolved changes the brand requested in the deal's review rooms. */
  open_changes: z.number(),
  /** The version of the brief it was checked against (`checks.of_delivery`); null without one. */
  brief_version: z.number().nullable(),
})

/** A delivery with all its files, in their order. */
export const deliveredWork = deliverable.extend({ files: z.array(deliveryFile) })

export const deliverableWithTitle = deliverable.extend({ project_title: z.string() })

/** A delivery in the queue of those waiting for a brand's review. */
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
  /** An item of the agreed brief; null leaves the file to its kind. */
  item_id: z
    .string()
    .min(1, deliveryFileMessages.unknownItem)
    .max(BRIEF_LIMITS.id, deliveryFileMessages.unknownItem)
    .nullish()
    .transform((item) => item ?? null),
})

export const newDeliverable = z
  .strictObject({
    /** The finished upload in deliverable-files, for a delivery with one file, instead of `files`. */
    file_id: z.uuid({ error: say.fileRequired }).optional(),
    /** All files in their order, each with its item. If `file_id` is given too, it is the first. */
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
    /** Parts made by AI, each at most once; 'none' stands alone. If omitted, the delivery has no declaration. */
    ai_parts: z
      .array(z.enum(AI_PARTS))
      .max(AI_PARTS.length, aiPartMessages.unclear)
      .refine(isDeclaration, aiPartMessages.unclear)
      .nullish(),
    /** What the creator did about the requested changes: each open one needs an answer. */
    answers: newAnswers.optional(),
    /**
     * For a project with an agreed brief: each of its musts needs a tick or a reason, unless the file shows that it is
     * met.
     */
    checks: handedInChecks.optional(),
    /** The version of the brief whose checks the creator read (`checks.before`): any other is refused. */
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
   * Newest first. The owner sees everything of the project, a creator their own. A deal has few versions, so they fit
   * on one page: if there are more than LIST_PAGE, the newest.
   */
  'deliverables.for_project': { params: idParams, answer: z.array(deliveredWork) },
  /** What the brand would see of the creator's own upload before paying for it: requested before the hand-in. */
  'deliverables.upload': {
    params: idParams,
    answer: z.object({ preview_state: z.enum(PREVIEW_STATES) }),
  },
  'deliverables.submit': { params: idParams, body: newDeliverable, answer: deliveredWork },
  /** Newest first, paginated. */
  'deliverables.mine': { query: listQuery, answer: z.array(deliverableWithTitle) },
  'deliverables.to_review': { query: listQuery, answer: z.array(deliverableWithTitle) },
  /**
   * Deliveries waiting for the reader's own review that can be answered now, the earliest first, at most LIST_PAGE;
   * with `listing` only those of the deals that this project split off.
   */
  'deliverables.queue': {
    query: z.object({ listing: id.optional() }),
    answer: z.array(queuedDeliverable),
  },
  /**
   * `release`: also release the held payment (decision P8). Refused while other work is waiting or a revision is open,
   * unless `despite_open_work` confirms that the seller has read about it. Refused while changes they requested are
   * open, unless `waive_open_notes` confirms that they have read about them: then those are closed as waived. Repeating
   * it with `release` after an approval without it releases the money that is still held.
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
