import type { RouteKey } from '#contract/api.ts'
import { buildPayableDeal, fund, type MoneyWorld, openBankDispute } from '#tests/support/money.ts'
import type { AccessWorld, Actor } from './access-world.ts'

/** For calls that reach the provider, the provider must know the objects that the world's rows name. */
export async function simulateProviderEvent(
  money: MoneyWorld,
  world: AccessWorld,
  key: RouteKey,
  actor: Actor,
): Promise<void> {
  const { api } = money
  if (actor !== 'anonymous' && key.startsWith('payouts.')) {
    await api.pool.query('delete from stripe_accounts where user_id = $1', [world.people[actor].id])
    if (key === 'payouts.refresh' || key === 'payouts.dashboard')
      await api.call(world.people[actor], 'payouts.onboard')
    if (key === 'payouts.dashboard') {
      for (const id of Object.keys(money.stripe.state.accounts))
        money.stripe.controls.finishOnboarding(id, 'complete')
      await api.call(world.people[actor], 'payouts.refresh')
    }
  }
  if (key === 'operator.send_bank_evidence') {
    world.payment = { id: await fund(money, await buildPayableDeal(money)) }
    await openBankDispute(money, world.payment.id)
  }
  if (key === 'payments.create' || key.startsWith('payment_methods.')) {
    await api.pool.query('delete from customer_payment_methods where id = $1', [
      world.paymentMethod.id,
    ])
    await api.pool.query('update profiles set stripe_customer_id = null where id = $1', [
      world.people.owner.id,
    ])
  }
  if (key === 'payment_methods.set_default' || key === 'payment_methods.remove') {
    world.paymentMethod = await saveCard(money, world)
  }
}

async function saveCard(money: MoneyWorld, world: AccessWorld): Promise<{ id: string }> {
  const { owner } = world.people
  const setup = await money.api.call(owner, 'payment_methods.setup')
  const session = setup.body.setup_url.split('/').at(-1) ?? ''
  money.stripe.controls.pay(session, {
    card_number: '4242424242424242',
    expiry: '12/34',
    cvc: '123',
  })
  const saved: { id: string }[] = []
  await money.until('the card to be saved', async () => {
    saved.push(...(await money.api.call(owner, 'payment_methods.list')).body)
    return saved.length > 0
  })
  return { id: saved[0]?.id ?? '' }
}
