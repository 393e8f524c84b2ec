import { z } from 'zod'
import { after } from './field-schemas.ts'
import { statementPageWords as say } from './statement-page-words.ts'

const day = z.iso.date(say.day)

/** From its first to its last day; a period in the future is empty. */
const period = { from: day, to: day }
const ordered = ({ from, to }: { from: string; to: string }) => from <= to

/** The three amounts of a movement, or their sums over a month or a period, in USD, in the order of the columns. */
const amounts = z.array(z.number())

const row = z.object({
  id: z.string(),
  /** 'YYYY-MM-DD', UTC. */
  day: z.string(),
  text: z.string(),
  project_id: z.string(),
  amounts,
  /** The balance after it: held for a brand, still owed to a creator. USD. */
  balance: z.number(),
})

const statement = z.object({
  /** The names of the three amounts and the balance. */
  columns: z.array(z.string()),
  /** The balance before the first row of this page. */
  opening: z.number(),
  rows: z.array(row),
  /** Every month of the period in which money moved, whatever the page. */
  months: z.array(z.object({ month: z.string(), amounts, balance: z.number() })),
  totals: amounts,
  next: z.string().nullable(),
})

const week = z.object({
  from: z.string(),
  to: z.string(),
  /** USD: the amount that is certain to fall into the week, and the amount that may. */
  least: z.number(),
  most: z.number(),
})

export const statementSchemas = {
  'statements.get': {
    query: z
      .strictObject({ ...period, after: after.optional() })
      .refine(ordered, { error: say.order, path: ['to'] }),
    answer: statement,
  },
  /** A link to the whole period as CSV, good for five minutes. */
  'statements.csv': {
    body: z.strictObject(period).refine(ordered, { error: say.order, path: ['to'] }),
    answer: z.object({ url: z.string() }),
  },
  'statements.forecast': {
    answer: z.object({
      /** For a creator: week by week, starting today. */
      weeks: z.array(week),
      /** For a brand, USD: the amount agreed on, the part of it that is held, and the part still to fund. */
      brand: z.object({ committed: z.number(), held: z.number(), to_fund: z.number() }).nullable(),
      /** The amount in dispute, which has no expected day. */
      disputed: z.number(),
    }),
  },
} as const

export type PeriodStatement = z.infer<typeof statement>
export type Forecast = z.infer<(typeof statementSchemas)['statements.forecast']['answer']>
