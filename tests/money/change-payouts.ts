import { oneRow, sql } from '#server/db/sql.ts'
import { refreshAccount } from '#server/payouts/payout-service.ts'
import type { SimDeal } from './deals.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

/** The provider closes the creator's account, and they connect another: anything released from now on waits a day. */
export async function changePayouts(world: World, deal: SimDeal): Promise<void> {
  const { controls } = world.sandbox
  controls.finishOnboarding(deal.accountId, 'closed')
  await refreshAccount(world.deps, deal.accountId)
  const { status } = await world.call(deal.creator, 'payouts.onboard', { body: {} })
  if (status !== 200) throw new Violation('answer', `a new payout account got ${status}`)
  const { id } = await oneRow<{ id: string }>(
    world.pool,
    sql`select stripe_account_id as id from stripe_accounts where user_id = ${deal.creator.id} and replaced_at is null`,
  )
  controls.finishOnboarding(id, 'complete')
  await refreshAccount(world.deps, id)
  deal.formerAccounts.push(deal.accountId)
  deal.accountId = id
}
