import { usdFromCents } from '#contract/money.ts'
import type { PackageOrder } from '#contract/package-order-schemas.ts'
import type { OrderWithPeople } from '#server/orders/record/order-store.ts'

/** An order as its two sides see it. */
export const presentOrder = (row: OrderWithPeople): PackageOrder => ({
  id: row.id,
  project_id: row.project_id,
  seller: row.seller,
  creator: row.creator,
  terms: {
    ...row.terms,
    price: usdFromCents(row.terms.price),
    add_ons: row.terms.add_ons.map((one) => ({ ...one, price: usdFromCents(one.price) })),
  },
  add_ons: row.add_ons,
  price: usdFromCents(row.price),
  days: row.days,
  words: row.words,
  links: row.links,
  question: row.question,
  status: row.status,
  created_at: row.created_at,
  answer_by: row.answer_by,
  answered_at: row.answered_at,
  fund_by: row.fund_by,
  charges_card: row.payment_method_id !== null,
})
