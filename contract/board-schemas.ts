import { z } from 'zod'
import { DEAL_COLUMNS, WAITING_COLUMNS } from './board.ts'
import { id, idParams, listQuery, timestamp } from './field-schemas.ts'
import { listedDeal } from './listed-deal-schemas.ts'
import { OFFER_SIDES } from './offers.ts'
import { personCard } from './profile-schemas.ts'

/** An application that waits, as a card. */
const boardCard = z.object({
  /** The application's. */
  id,
  creator: personCard,
  /** USD: what the application asks. */
  price: z.number(),
  created_at: timestamp,
  /** The open offer about it: whose it is, and USD. Null without one. */
  offer: z.object({ by: z.enum(OFFER_SIDES), price: z.number() }).nullable(),
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
      applied: waitingColumn,
      shortlisted: waitingColumn,
      offered: waitingColumn,
      deals: z.array(z.object({ column: z.enum(DEAL_COLUMNS), deal: listedDeal })),
      /** USD. */
      money: z.object({
        committed: z.number(),
        held: z.number(),
        released: z.number(),
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
} as const

export type Board = z.infer<(typeof boardSchemas)['projects.board']['answer']>
export type BoardCard = z.infer<typeof boardCard>
export type BoardCards = z.infer<typeof boardCards>
