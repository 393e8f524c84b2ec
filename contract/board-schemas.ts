import { z } from 'zod'
import { DEAL_COLUMNS, WAITING_COLUMNS } from './board.ts'
import { day, id, idParams, listQuery, timestamp } from './field-schemas.ts'
import { listedDeal } from './listed-deal-schemas.ts'
import { OFFER_SIDES } from './offers.ts'
import { personCard } from './profile-schemas.ts'
import { project } from './project-schemas.ts'

/** A waiting application, as a card. */
const boardCard = z.object({
  /** The application's. */
  id,
  creator: personCard.extend({
    /** At most WORKS_SHOWN pieces of their portfolio, as in the list of applications. */
    works: z.array(z.string()),
  }),
  /** USD: the price the application asks. */
  price: z.number(),
  created_at: timestamp,
  /** On the brand's shortlist, even while an open offer puts it in another column. */
  shortlisted: z.boolean(),
  /** The open offer about it: who made it, and USD. Null without one. */
  offer: z.object({ id, by: z.enum(OFFER_SIDES), price: z.number() }).nullable(),
})

/** A preview of a deal's newest delivery. */
const boardWork = z.object({
  deliverable_id: id,
  file_name: z.string(),
  /**
   * A small still, with a link that works for a few minutes; null when there is none (yet). Watermarked until payment
   * unlocks the original.
   */
  poster_url: z.string().nullable(),
})

const boardDeal = z.object({
  column: z.enum(DEAL_COLUMNS),
  deal: listedDeal,
  /** The application that was accepted. */
  application_id: id,
  /** Null before anything has been handed in. */
  work: boardWork.nullable(),
})

const boardCards = z.object({
  /** At most BOARD_PAGE, newest first; in the offered column, by newest offer. */
  cards: z.array(boardCard),
  /** The cursor of the next page; null at the end. */
  next: z.string().nullable(),
})

/** The first page of a column, and the number of cards in it, counted up to COUNTED_TO. */
const waitingColumn = boardCards.extend({ count: z.number(), exact: z.boolean() })

export const boardSchemas = {
  /**
   * The whole board in one response: the waiting columns with their first page, and every deal that is on the board.
   */
  'projects.board': {
    params: idParams,
    answer: z.object({
      project: project.pick({ id: true, title: true, status: true, budget: true }).extend({
        wanted: z.number(),
        hired: z.number(),
        until: day.nullable(),
        /** Taken off the market by an operator: it hires no one in the meantime. */
        hidden: z.boolean(),
        /** When its brief last changed; null without one. */
        brief_written_at: timestamp.nullable(),
      }),
      applied: waitingColumn,
      shortlisted: waitingColumn,
      offered: waitingColumn,
      deals: z.array(boardDeal),
      /** Deals that are no longer on it: cancelled, or their money was returned. */
      off: z.number(),
      /** USD. */
      money: z.object({
        committed: z.number(),
        held: z.number(),
        released: z.number(),
        /** Agreed on, paid, and returned to the card. */
        returned: z.number(),
        /** Null without a total budget. */
        left: z.number().nullable(),
      }),
    }),
  },
  /** A further page of a waiting column. */
  'projects.board_cards': {
    params: idParams,
    query: listQuery.extend({ column: z.enum(WAITING_COLUMNS) }),
    answer: boardCards,
  },
  /** A link to a ZIP of all approved work of its deals whose original the brand may read, in one folder per creator. */
  'projects.approved_work': {
    params: idParams,
    answer: z.object({
      /** Works for APPROVED_WORK_LINK_SECONDS; null when there is nothing to download yet. */
      url: z.string().nullable(),
      /** The number of files in it, and their total bytes. */
      files: z.number(),
      size: z.number(),
      /** Approved files whose original is not accessible yet. */
      locked: z.number(),
    }),
  },
} as const

export type Board = z.infer<(typeof boardSchemas)['projects.board']['answer']>
export type BoardCard = z.infer<typeof boardCard>
export type BoardDeal = z.infer<typeof boardDeal>
export type BoardCards = z.infer<typeof boardCards>
