import type { FirstStep } from '#contract/first-steps.ts'
import type { Role } from '#contract/profiles.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, oneRow, sql, type Statement } from '#server/db/sql.ts'

/** Records when someone was first greeted, and returns that moment; a later call is a no-op. */
export const recordArrival = (db: Queryable, id: string, now: Date) =>
  oneRow<{ greeted_at: string }>(
    db,
    sql`update profiles set greeted_at = coalesce(greeted_at, ${now}) where id = ${id} returning greeted_at`,
  )

/** Hides the list for good; a later call keeps the first moment. */
export const recordDismissal = (db: Queryable, id: string, now: Date) =>
  execute(
    db,
    sql`update profiles set first_steps_dismissed_at = ${now}
      where id = ${id} and first_steps_dismissed_at is null`,
  )

type Done = Partial<Record<FirstStep, boolean>> & { dismissed: boolean }

/** Returns what a creator has done: name and picture, a piece of work, a payout account that can be paid to. */
const doneByCreator = (id: string): Statement => sql`
  select first_steps_dismissed_at is not null as dismissed,
    btrim(name) <> '' and avatar_url is not null as portrait,
    cardinality(portfolio_urls) > 0 as work,
    exists (select from stripe_accounts
      where user_id = profiles.id and replaced_at is null and onboarding_complete) as payouts
  from profiles where id = ${id}`

/** Returns what a brand has done: its company's name, a project that was posted (not only drafted), a saved card. */
const doneBySeller = (id: string): Statement => sql`
  select first_steps_dismissed_at is not null as dismissed,
    coalesce(btrim(company_name), '') <> '' as company,
    exists (select from projects where seller_id = profiles.id
      and (status in ('active', 'in_progress', 'completed')
        or status = 'cancelled' and exists (select from events
          where entity = 'project' and entity_id = projects.id and to_status = 'active'))) as project,
    exists (select from customer_payment_methods methods
      where methods.stripe_customer_id = profiles.stripe_customer_id) as card
  from profiles where id = ${id}`

export const stepsDone = (db: Queryable, id: string, role: Role) =>
  oneRow<Done>(db, role === 'creator' ? doneByCreator(id) : doneBySeller(id))
