import { z } from 'zod'
import { CREATOR_LIST_LIMITS as limits, creatorListMessages as say } from './creator-lists.ts'
import { id, idParams, line, listQuery, optionalText, timestamp } from './field-schemas.ts'
import { foundCreator } from './profile-schemas.ts'

const creatorList = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  /** The number of creators on it that the brand can still see. */
  people: z.number().int(),
})

/** A creator on a list. Its id is the creator's, `created_at` is when they were added. */
const listedCreator = z.object({
  id,
  created_at: timestamp,
  note: z.string().nullable(),
  creator: foundCreator,
})

const placeParams = z.object({ id, creator_id: id })

/** A brand's newest paid deal with a creator: the terms on which to repeat it. */
const lastDeal = z.object({
  creator_id: id,
  project_id: id,
  title: z.string(),
  /** The listed package that was ordered, if any. */
  package: z.object({ id, title: z.string() }).nullable(),
})

const noted = z.strictObject({ note: optionalText(limits.note) })

const name = z.strictObject({ name: line(limits.name, say.name) })

/** The maximum number of creators per call. */
const idsQuery = z.object({
  ids: z
    .string()
    .max(2_000)
    .transform((v) => v.split(','))
    .pipe(z.array(id).min(1).max(50)),
})

export const creatorListSchemas = {
  /** The brand's own lists, by name; at most CREATOR_LIST_LIMITS.lists. */
  'lists.all': { answer: z.array(creatorList) },
  /** Creating a list with an existing name is refused. */
  'lists.create': { body: name, answer: creatorList },
  'lists.rename': { params: idParams, body: name, answer: creatorList },
  /** Deletes the list with all its entries. Idempotent. */
  'lists.remove': { params: idParams, answer: z.object({ removed: z.literal(true) }) },
  /** Newest first. */
  'lists.people': { params: idParams, query: listQuery, answer: z.array(listedCreator) },
  /** Adds a creator. One who is already on it stays unchanged, with their note. */
  'lists.add': { params: placeParams, body: noted, answer: z.object({ added: z.literal(true) }) },
  /** Changes the note of a creator on it; a blank note clears it. */
  'lists.note': {
    params: placeParams,
    body: noted,
    answer: z.object({ note: z.string().nullable() }),
  },
  /** Idempotent, even for a creator who no longer exists. */
  'lists.drop': { params: placeParams, answer: z.object({ removed: z.literal(true) }) },
  /** Which of the brand's own lists a creator is on. */
  'lists.of_creator': {
    params: idParams,
    answer: z.array(z.object({ list_id: id, note: z.string().nullable() })),
  },
  /** For creators the reader has paid, in any order. */
  'lists.last_deals': { query: idsQuery, answer: z.array(lastDeal) },
  /** How many brands have the reader on a list; null below LISTED_FROM. */
  'lists.mine': { answer: z.object({ brands: z.number().int().nullable() }) },
} as const

export type CreatorList = z.infer<typeof creatorList>
export type ListedCreator = z.infer<typeof listedCreator>
export type LastDeal = z.infer<typeof lastDeal>
