import { EXPORT_TABLES } from '#server/account/export/exported-tables.ts'
import { columns } from './columns.ts'

/** Rows about a person that their export omits, and why. A new table is either named here or exported. */
export const WITHHELD: Readonly<Record<string, string>> = {
  'auth.challenges': 'tries at a second factor, gone within minutes',
  'auth.flow_states': 'sign-ins under way, gone within minutes',
  'auth.not_me_links': 'links on their way to a mailbox, gone within a week',
  'auth.passkey_challenges': 'tries at a passkey, gone within minutes',
  'auth.one_time_tokens': 'codes on their way to a mailbox, gone within a day',
  'public.ledger_entries': 'the books; each payment’s statement tells them in words',
  'public.ledger_movements': 'the books; each payment’s statement tells them in words',
  'public.money_differences':
    'the books; whose they are to look after is an operator’s work, not a person’s data',
  'public.operator_acts':
    'what operators did to keep the market safe, kept whole for those who check on them',
  'public.message_digests': 'when a mail about messages was last sent, kept so as not to send two',
  'public.page_presence': 'the page that is open now, gone within minutes',
  'public.ring_links':
    'names another account and how it was recognised; the marks behind it are exported',
  'public.uploads_in_flight': 'uploads under way, gone within two hours',
}

/** Column names that identify a row's owner. */
const WHOSE =
  /^(user_id|owner_id|creator_id|seller_id|sender_id|actor_id|author_id|opened_by|stripe_customer_id|stripe_account_id|email|ip)$/

/** Tables that hold anything for the person they are about or for the sides of a deal, or that have an owner column. */
export const PERSONAL: readonly string[] = Object.entries(columns)
  .filter(
    ([, { self = '', parties = '', ...rest }]) =>
      self !== '' ||
      parties !== '' ||
      Object.values(rest).some((names) => names.split(' ').some((name) => WHOSE.test(name))),
  )
  .map(([table]) => table)

const qualified = (table: string) => (table.includes('.') ? table : `public.${table}`)

/** Functions of the database that stand for the tables they read. */
const READS: Readonly<Record<string, readonly string[]>> = {
  'public.readable_deal_reviews': ['public.deal_reviews', 'public.deal_review_answers'],
}

/** The tables a statement reads. */
const readBy = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join)\s+([a-z_.]+)/g)].flatMap(
    ([, table = '']) => READS[qualified(table)] ?? [qualified(table)],
  )

/** The lists of the export that read a table, by table. */
export const EXPORTED: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      EXPORT_TABLES.flatMap(({ name, of }) =>
        [...new Set(readBy(of('').text))].map((table) => ({ table, name })),
      ),
      ({ table }) => table,
    ),
  ].map(([table, lists]) => [table, lists.map(({ name }) => name)]),
)
