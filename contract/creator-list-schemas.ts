import { z } from 'zod'
import { CREATOR_LIST_LIMITS as limits, creatorListMessages as say } from './creator-lists.ts'
import { id, idParams, line, listQuery, optionalText, timestamp } from './field-schemas.ts'
import { foundCreator } from './profile-schemas.ts'

const creatorList = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  /** How many creators are on it, as far as the brand still meets them. */
  people: z.number().int(),
})

/** A creator on a list. Its id is the creator's, `created_at` when they were added. */
const listedCreator = z.object({
  id,
  created_at: timestamp,
  note: z.string().nullable(),
  creator: foundCreator,
})

const placeParams = z.object({ id, creator_id: id })

/** A brand's newest paid deal with a creator: what it can be done again with. */
const lastDeal = z.object({
  creator_id: id,
  project_id: id,
  title: z.string(),
  /** The listed package that was ordered, where one was. */
  package: z.object({ id, title: z.string() }).nullable(),
})

const noted = z.strictObject({ note: optionalText(limits.note) })

const name = z.strictObject({ name: line(limits.name, say.name) })

/** Creators that one call may ask about. */
const idsQuery = z.object({
  ids: z
    .string()
    .max(2_000)
    .transform((v) => v.split(','))
    .pipe(z.array(id).min(1).max(50)),
})

export const creatorListSchemas = {
  /** One's own, by name; at most CREATOR_LIST_LIMITS.lists. */
  'lists.all': { answer: z.array(creatorList) },
  /** Creating the same name again is refused. */
  'lists.create': { body: name, answer: creatorList },
  'lists.rename': { params: idParams, body: name, answer: creatorList },
  /** With everyone on it. Idempotent. */
  'lists.remove': { params: idParams, answer: z.object({ removed: z.literal(true) }) },
  /** Newest first. */
  'lists.people': { params: idParams, query: listQuery, answer: z.array(listedCreator) },
  /** Adds a creator. One who is on it stays as they are, with their note. */
  'lists.add': { params: placeParams, body: noted, answer: z.object({ added: z.literal(true) }) },
  /** Changes the note of a creator on it; blank clears it. */
  'lists.note': {
    params: placeParams,
    body: noted,
    answer: z.object({ note: z.string().nullable() }),
  },
  /** Idempotent, also for someone who is gone. */
  'lists.drop': { params: placeParams, answer: z.object({ removed: z.literal(true) }) },
  /** On which of one's own lists a creator is. */
  'lists.of_creator': {
    params: idParams,
    answer: z.array(z.object({ list_id: id, note: z.string().nullable() })),
  },
  /** Of those whom the reader has paid, in any order. */
  'lists.last_deals': { query: idsQuery, answer: z.array(lastDeal) },
  /** How many brands have the reader on a list; null below LISTED_FROM. */
  'lists.mine': { answer: z.object({ brands: z.number().int().nullable() }) },
} as const

export type CreatorList = z.infer<typeof creatorList>
export type ListedCreator = z.infer<typeof listedCreator>
export type LastDeal = z.infer<typeof lastDeal>
