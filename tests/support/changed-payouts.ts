import { oneRow, sql } from '#server/db/sql.ts'
import type { BuiltUser } from './builders.ts'
import { atProvider, type MoneyWorld } from './money.ts'

/** The provider closes the creator's account, and the creator opens another that is not set up yet. Returns its id. */
export async function openAnother(
  world: MoneyWorld,
  creator: BuiltUser,
  closing: string,
): Promise<string> {
  await atProvider(world, `accounts/${closing}/onboarding`, { outcome: 'closed' })
  await world.until(
    'the news',
    async () => (await world.api.call(creator, 'payouts.account')).body?.closed === true,
  )
  await world.api.call(creator, 'payouts.onboard')
  const { id } = await oneRow<{ id: string }>(
    world.api.pool,
    sql`select stripe_account_id as id from stripe_accounts where user_id = ${creator.id} and replaced_at is null`,
  )
  return id
}

/** The same, but set up. Returns its id, and from when it can receive: as text, and as a moment. */
export async function changeAccount(world: MoneyWorld, creator: BuiltUser, closing: string) {
  const id = await openAnother(world, creator, closing)
  await atProvider(world, `accounts/${id}/onboarding`, { outcome: 'complete' })
  await world.api.call(creator, 'payouts.refresh')
  const said = (await world.api.call(creator, 'payouts.account')).body?.receives_from ?? ''
  return { id, said, from: new Date(said) }
}
