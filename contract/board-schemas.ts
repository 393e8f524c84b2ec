import { z } from 'zod'
import { DEAL_COLUMNS, WAITING_COLUMNS } from './board.ts'
import { day, id, idParams, listQuery, timestamp } from './field-schemas.ts'
import { listedDeal } from './listed-deal-schemas.ts'
import { OFFER_SIDES } from './offers.ts'
import { personCard } from './profile-schemas.ts'
import { project } from './project-schemas.ts'

/** An application that waits, as a card. */
const boardCard = z.object({
  /** The application's. */
  id,
  creator: personCard.extend({
    /** At most WORKS_SHOWN pieces of their portfolio, as in the list of applications. */
    works: z.array(z.string()),
  }),
  /** USD: what the application asks. */
  price: z.number(),
  created_at: timestamp,
  /** On the brand's shortlist, also where an open offer puts it into another column. */
  shortlisted: z.boolean(),
  /** The open offer about it: whose it is, and USD. Null without one. */
  offer: z.object({ id, by: z.enum(OFFER_SIDES), price: z.number() }).nullable(),
})

/** What a deal's newest delivery looks like. */
const boardWork = z.object({
  deliverable_id: id,
  file_name: z.string(),
  /** A small still, by a link that opens for a few minutes; null where there is none (yet). Marked until the money opens the original. */
  poster_url: z.string().nullable(),
})

const boardDeal = z.object({
  column: z.enum(DEAL_COLUMNS),
  deal: listedDeal,
  /** The application that was accepted. */
  application_id: id,
  /** Null before anything was handed in. */
  work: boardWork.nullable(),
})

const boardCards = z.object({
  /** At most BOARD_PAGE, newest first; of the offered the newest offer. */
  cards: z.array(boardCard),
  /** The cursor of the next page; null at the end. */
  next: z.string().nullable(),
})

/** The first page of a column, and how many are in it, counted up to COUNTED_TO. */
const waitingColumn = boardCards.extend({ count: z.number(), exact: z.boolean() })

export const boardSchemas = {
  /** Everything on the board in one response: columns that wait with their first page, and every deal that is on it. */
  'projects.board': {
    params: idParams,
    answer: z.object({
      project: project.pick({ id: true, title: true, status: true, budget: true }).extend({
        wanted: z.number(),
        hired: z.number(),
        until: day.nullable(),
        /** Taken off the market by an operator: it hires no one meanwhile. */
        hidden: z.boolean(),
        /** When its brief became what it is; null without one. */
        brief_written_at: timestamp.nullable(),
      }),
      applied: waitingColumn,
      shortlisted: waitingColumn,
      offered: waitingColumn,
      deals: z.array(boardDeal),
      /** Deals that are on it no more: cancelled, or their money went back. */
      off: z.number(),
      /** USD. */
      money: z.object({
        committed: z.number(),
        held: z.number(),
        released: z.number(),
        /** Agreed on, paid, and back on the card. */
        returned: z.number(),
        /** Null without a total budget. */
        left: z.number().nullable(),
      }),
    }),
  },
  /** A further page of a column that waits. */
  'projects.board_cards': {
    params: idParams,
    query: listQuery.extend({ column: z.enum(WAITING_COLUMNS) }),
    answer: boardCards,
  },
  /** A link to a ZIP of all approved work of its deals whose original the brand may read, in a folder per creator. */
  'projects.approved_work': {
    params: idParams,
    answer: z.object({
      /** Opens for APPROVED_WORK_LINK_SECONDS; null where there is nothing to give yet. */
      url: z.string().nullable(),
      /** Files that are in it, and their bytes together. */
      files: z.number(),
      size: z.number(),
      /** Approved files whose original does not open yet. */
      locked: z.number(),
    }),
  },
} as const

export type Board = z.infer<(typeof boardSchemas)['projects.board']['answer']>
export type BoardCard = z.infer<typeof boardCard>
export type BoardDeal = z.infer<typeof boardDeal>
export type BoardCards = z.infer<typeof boardCards>
