import type { Browser, Page } from 'playwright-core'
import { CREATORS, DEMO_PASSWORD, ELLEN } from '#scripts/demo/cast.ts'
import { enterPerson } from '#scripts/demo/people.ts'
import type { Session } from '#scripts/demo/session.ts'
import type { LicenceTerms } from '#contract/licence-rights.ts'
import { createPool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { openWindow, type Person, signIn } from './people.ts'
import type { Stack } from './servers.ts'

/** One of the two sides of the deals in a money story: their window, and their calls without it. */
export interface Party extends Person {
  session: Session
}

/** A seller on a desktop in the light theme and a creator on a phone in the dark theme, both signed in. */
export async function enterParties(
  browser: Browser,
  stack: Stack,
): Promise<{ seller: Party; creator: Party }> {
  const [maya] = CREATORS
  if (maya === undefined) throw new Error('the cast has lost its first creator')
  const pool = createPool(stack.databaseUrl, 2)
  try {
    const enter = async (person: typeof ELLEN, window: { width?: number; dark?: boolean }) => {
      const session = await enterPerson(pool, stack.url, person)
      const opened = await openWindow(browser, stack, { name: person.name, ...window })
      const party = { ...opened, email: person.email, password: DEMO_PASSWORD, session }
      await signIn(party)
      await party.page.waitForURL((url) => url.pathname !== '/auth')
      return party
    }
    return {
      seller: await enter(ELLEN, {}),
      creator: await enter(maya, { width: 390, dark: true }),
    }
  } finally {
    await pool.end()
  }
}

/** For every project of a money story. */
export const PRODUCT_DETAILS = 'A speckled mug, thrown by hand. It holds 300 ml.'

/** Posts a project, with the standard licence or this one, applies at `price` USD and accepts. Returns the project's address. */
export async function agree(
  parties: { seller: Party; creator: Party },
  title: string,
  price: number,
  licence?: LicenceTerms,
): Promise<string> {
  const { id, application } = await postAndApply(parties, title, price, licence)
  await parties.seller.session.call('applications.accept', { params: { id: application.id } })
  return `/projects/${id}`
}

/**
 * A deal of `price` USD whose money is held, with a message between the two. Returns the project's address and its
 * payment.
 */
export async function heldDeal(
  parties: { seller: Party; creator: Party },
  stack: Stack,
  title: string,
  price: number,
): Promise<{ path: string; paymentId: string }> {
  const { seller, creator } = parties
  await creator.session.call('payouts.onboard')
  const pool = createPool(stack.databaseUrl, 1)
  const { id } = await oneRow<{ id: string }>(
    pool,
    sql`select stripe_account_id as id from stripe_accounts where user_id = ${creator.session.userId}`,
  ).finally(() => void pool.end())
  await atSandbox(stack, `accounts/${id}/onboarding`, { outcome: 'complete' })
  await creator.session.call('payouts.refresh')
  const path = await agree(parties, title, price)
  const projectId = path.split('/').at(-1) ?? ''
  const application = await seller.session.call('applications.accepted', {
    params: { id: projectId },
  })
  const { id: paymentId, checkout_url: page } = await seller.session.call('payments.create', {
    body: { project_id: projectId, application_id: application?.id ?? '' },
  })
  const session = page?.split('/').at(-1) ?? ''
  await atSandbox(stack, `sessions/${session}/pay`, { card_number: '4242424242424242' })
  const body = { project_id: projectId, creator_id: creator.session.userId }
  const talk = await seller.session.call('conversations.open', { body })
  await seller.session.call('messages.send', {
    params: { id: talk.id },
    body: { content: 'The mugs are on their way.' },
  })
  return { path, paymentId }
}

/** Posts a project and applies at `price` USD. Returns the project's address. */
export async function apply(
  parties: { seller: Party; creator: Party },
  title: string,
  price: number,
): Promise<string> {
  return `/projects/${(await postAndApply(parties, title, price)).id}`
}

async function postAndApply(
  { seller, creator }: { seller: Party; creator: Party },
  title: string,
  price: number,
  licence?: LicenceTerms,
) {
  const { id } = await seller.session.call('projects.create', {
    body: {
      title,
      category: 'home',
      description: 'Three vertical videos, daylight and natural sound.',
      product_details: PRODUCT_DETAILS,
      budget: 600,
      deadline: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      product_images: [],
      ...(licence === undefined ? {} : { licence }),
      status: 'active',
    },
  })
  const application = await creator.session.call('applications.submit', {
    params: { id },
    body: { message: 'I film in a north-facing kitchen.', proposed_price: price },
  })
  return { id, application }
}

/** Presses a button of the payment sandbox by request; `path` is a path of its control API. */
export async function atSandbox(
  stack: Pick<Stack, 'stripeUrl'>,
  path: string,
  body: object = {},
): Promise<unknown> {
  const done = await fetch(`${stack.stripeUrl}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!done.ok) throw new Error(`the sandbox refused ${path}: ${done.status}`)
  return done.json()
}

/** The tab that a click opens. */
export async function tabOf(person: Person, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([person.context.waitForEvent('page'), click()])
  return tab
}

/**
 * The statement as its table reads, one movement per line with the state it led to, under the sentence that says where
 * the money is.
 */
export async function statementText(page: Page): Promise<string> {
  const section = page.getByRole('region', { name: 'Statement' })
  await section.waitFor()
  const movements: string[] = []
  for (const movement of await section.locator('tbody tr:not(:has(th))').all()) {
    const cells = movement.locator('td')
    const [what, why] = await cells.first().locator('> span').all()
    const named = await what?.locator('> span').allTextContents()
    movements.push(
      [named?.join(' · '), await why?.textContent(), await cells.last().textContent()].join(' | '),
    )
  }
  return [await section.locator('p').first().innerText(), ...movements].join('\n')
}
