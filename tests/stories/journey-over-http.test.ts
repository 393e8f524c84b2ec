import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeOnboarding, payCheckout } from '#scripts/demo/provider-pages.ts'
import { type Session, sessionOf } from '#scripts/demo/session.ts'
import { waitForMail } from '#tests/support/inbox.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { type Stack, startStack } from '#tests/support/servers.ts'

const PASSWORD = 'sturdy-oak-cart-42'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const authClient = () =>
  new AuthClient({ url: `${stack.url}/auth/v1`, autoRefreshToken: false, persistSession: false })

/** Signs up with the client every browser uses, confirms by the mailed token, signs in by password. */
async function join(
  name: string,
  role: 'seller' | 'creator',
): Promise<{ auth: ReturnType<typeof authClient>; api: Session; email: string }> {
  const auth = authClient()
  const email = `${name.toLowerCase()}@example.com`
  const { data: signedUp, error } = await auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name, role } },
  })
  expect(error).toBeNull()
  expect(signedUp.session).toBeNull()
  const early = await auth.signInWithPassword({ email, password: PASSWORD })
  expect(early.error?.code).toBe('email_not_confirmed')
  const mail = await waitForMail(stack.inboxUrl, email, /confirm/i)
  const link = new URL(mail.links.find((address) => address.includes('/auth/')) ?? '')
  const confirmed = await auth.verifyOtp({
    type: 'signup',
    token_hash: link.searchParams.get('token') ?? '',
  })
  expect(confirmed.error).toBeNull()
  const wrong = await authClient().signInWithPassword({ email, password: 'not-my-password' })
  expect(wrong.error?.code).toBe('invalid_credentials')
  const { data } = await auth.signInWithPassword({ email, password: PASSWORD })
  const token = data.session?.access_token ?? ''
  return { auth, api: sessionOf(stack.url, token, data.user?.id ?? ''), email }
}

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    const found = await look()
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  throw new Error(`waited in vain for ${what}`)
}

test('a deal works over HTTP alone: posted, applied for, accepted, funded, delivered and released', async () => {
  const seller = await join('Ellen', 'seller')
  const creator = await join('Maya', 'creator')

  const picture = await pngFile('mugs.png')
  const image = await seller.api.upload(
    'product-images',
    picture.name,
    picture.mimeType,
    picture.buffer,
  )
  const draft = await seller.api.call('projects.create', {
    body: {
      title: 'Three unboxing reels',
      category: 'home',
      description: 'Daylight, natural sound.',
      budget: 600,
      deadline: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      product_images: [image.url],
      status: 'draft',
    },
  })
  const params = { id: draft.id }
  await expect(creator.api.call('projects.get', { params })).rejects.toThrow('404')
  await seller.api.call('projects.publish', { params })
  expect((await creator.api.call('projects.list')).projects.map((project) => project.id)).toEqual([
    draft.id,
  ])

  const offer = { message: 'I film in a north-facing kitchen.', proposed_price: 540.5 }
  await expect(creator.api.call('applications.submit', { params, body: offer })).rejects.toThrow(
    'Please complete your Stripe Connect setup before applying',
  )
  await completeOnboarding((await creator.api.call('payouts.onboard')).onboarding_url)
  expect(await creator.api.call('payouts.refresh')).toMatchObject({ onboarding_complete: true })
  const application = await creator.api.call('applications.submit', { params, body: offer })
  await expect(creator.api.call('applications.submit', { params, body: offer })).rejects.toThrow(
    '409',
  )

  await seller.api.call('applications.accept', { params: { id: application.id } })
  expect((await seller.api.call('projects.get', { params })).status).toBe('in_progress')
  const [conversation] = await creator.api.call('conversations.list')
  expect(conversation?.project.id).toBe(draft.id)

  const { checkout_url, id: paymentId } = await seller.api.call('payments.create', {
    body: { project_id: draft.id, application_id: application.id },
  })
  await payCheckout(checkout_url ?? '')
  await until('the payment to be held', async () => {
    const payment = await seller.api.call('payments.for_project', { params })
    return payment?.status === 'held_in_escrow' ? payment : null
  })

  const work = await pngFile('reel.png')
  const first = await creator.api.upload(
    'deliverable-files',
    work.name,
    work.mimeType,
    work.buffer,
    draft.id,
  )
  const delivered = await creator.api.call('deliverables.submit', {
    params,
    body: { file_id: first.id },
  })
  await seller.api.call('deliverables.request_revision', {
    params: { id: delivered.id },
    body: { reviewer_notes: 'Slower, please.' },
  })
  const second = await creator.api.upload(
    'deliverable-files',
    work.name,
    work.mimeType,
    work.buffer,
    draft.id,
  )
  const again = await creator.api.call('deliverables.submit', {
    params,
    body: { file_id: second.id },
  })
  expect(again.version).toBe(2)
  const opened = await fetch(new URL(again.file_url ?? '', stack.url))
  expect(opened.status).toBe(200)
  const original = Buffer.from(await opened.arrayBuffer())
  const ofSeller = async () => {
    const all = await seller.api.call('deliverables.for_project', { params })
    return all.find(({ id }) => id === again.id)
  }
  expect(await ofSeller()).toMatchObject({ original_open: false })

  await seller.api.call('deliverables.approve', {
    params: { id: again.id },
    body: { release: false },
  })
  const clicks = await Promise.all(
    [1, 2].map(() => seller.api.call('payments.release', { body: { payment_id: paymentId } })),
  )
  expect(clicks.map((payment) => payment.status)).toEqual(['released', 'released'])
  expect((await seller.api.call('projects.get', { params })).status).toBe('completed')
  // The original opens once the money is released, and its creator reads who has it.
  const open = await ofSeller()
  expect(open).toMatchObject({ original_open: true })
  const had = await fetch(new URL(open?.file_url ?? '', stack.url))
  expect(Buffer.from(await had.arrayBuffer()).equals(original)).toBe(true)
  const [newest] = await creator.api.call('deliverables.for_project', { params })
  expect(newest?.openings).toHaveLength(1)
  const transfers = (await (await fetch(`${stack.stripeUrl}/_control/state`)).json()) as {
    transfers: Record<string, { amount: number }>
  }
  expect(Object.values(transfers.transfers).map((transfer) => transfer.amount)).toEqual([45_943])
  const statement = await creator.api.call('payments.statement', { params: { id: paymentId } })
  expect(statement.place).toBe('stripe_balance')
  expect(statement.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['paid_in', 0],
    ['sent', 459.43],
  ])

  await seller.auth.signOut()
  await expect(seller.api.call('projects.mine')).rejects.toThrow('401')
  await creator.auth.signOut()
})

test('the server killed in the middle of a release pays once after its restart', async () => {
  const seller = await join('Harriet', 'seller')
  const creator = await join('Jonas', 'creator')
  await completeOnboarding((await creator.api.call('payouts.onboard')).onboarding_url)
  await creator.api.call('payouts.refresh')
  const project = await seller.api.call('projects.create', {
    body: {
      title: 'One lamp, three rooms',
      category: 'home',
      description: 'One vertical video.',
      budget: 400,
      deadline: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      status: 'active',
    },
  })
  const params = { id: project.id }
  const application = await creator.api.call('applications.submit', {
    params,
    body: { message: 'Studio, kitchen, bedside.', proposed_price: 400 },
  })
  await seller.api.call('applications.accept', { params: { id: application.id } })
  const payment = await seller.api.call('payments.create', {
    body: { project_id: project.id, application_id: application.id },
  })
  await payCheckout(payment.checkout_url ?? '')
  await until('the payment to be held', async () => {
    const held = await seller.api.call('payments.for_project', { params })
    return held?.status === 'held_in_escrow' ? held : null
  })

  // The provider does the work but never responds: the server dies without knowing the outcome.
  await fetch(`${stack.stripeUrl}/_control/switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'timeout_after', target: 'POST /v1/transfers' }),
  })
  const click = seller.api
    .call('payments.release', { body: { payment_id: payment.id } })
    .catch(() => null)
  await until('the transfer to be made', async () => {
    const { transfers } = (await (await fetch(`${stack.stripeUrl}/_control/state`)).json()) as {
      transfers: Record<string, { transfer_group: string }>
    }
    return (
      Object.values(transfers).find((made) => made.transfer_group === `payment_${payment.id}`) ??
      null
    )
  })
  await stack.kill9Server()
  await click
  await stack.restartServer()

  await until('the release to settle', async () => {
    const settled = await seller.api.call('payments.for_project', { params })
    return settled?.status === 'released' ? settled : null
  })
  const { transfers } = (await (await fetch(`${stack.stripeUrl}/_control/state`)).json()) as {
    transfers: Record<string, { transfer_group: string }>
  }
  const made = Object.values(transfers).filter(
    (transfer) => transfer.transfer_group === `payment_${payment.id}`,
  )
  expect(made).toHaveLength(1)
})
