import { beforeAll, describe, expect, test } from 'vitest'
import { CREATORS, DEMO_PASSWORD, type DemoPerson, ELLEN } from '#scripts/demo/cast.ts'
import { setUpPayouts } from '#scripts/demo/deals.ts'
import { enterPerson } from '#scripts/demo/people.ts'
import type { Session } from '#scripts/demo/session.ts'
import { mailsTo, waitForMail } from '#tests/support/inbox.ts'
import { openWindow, type Person, see, signIn } from '#tests/support/people.ts'
import { databaseOf } from '#tests/support/rows.ts'
import {
  browser,
  pool,
  stack,
  storyOnOwnStack,
  picturesOfFailures,
} from '#tests/support/stack-story.ts'

storyOnOwnStack()
picturesOfFailures(() => [seller, creator])

let seller: Person
let creator: Person
/** A second creator, who acts without a window. */
let jonas: Session
let shop: Session
let projectId = ''

const TITLE = 'A lamp in a window'
/** News arrives at once; a busy machine may take a moment. */
const PATIENT = { timeout: 120_000 }

beforeAll(async () => {
  await enterEverybody()
  const windowOf = async ({ name, email }: DemoPerson, phone: boolean): Promise<Person> => ({
    ...(await openWindow(browser, stack, phone ? { name, width: 390, dark: true } : { name })),
    email,
    password: DEMO_PASSWORD,
  })
  seller = await windowOf(ELLEN, false)
  creator = await windowOf(castMember('maya'), true)
  for (const person of [seller, creator]) await signIn(person)
  await seller.page.waitForURL('**/find-creators')
  await creator.page.waitForURL('**/dashboard')
})

function castMember(key: string): DemoPerson {
  const found = CREATORS.find((one) => one.key === key)
  if (found === undefined) throw new Error(`the cast has lost ${key}`)
  return found
}

/** A seller with one project, and two creators who can be paid. */
async function enterEverybody(): Promise<void> {
  shop = await enterPerson(pool, stack.url, ELLEN)
  const maya = await enterPerson(pool, stack.url, castMember('maya'))
  jonas = await enterPerson(pool, stack.url, castMember('jonas'))
  for (const one of [maya, jonas]) await setUpPayouts(one)
  projectId = await post(TITLE)
}

async function post(title: string): Promise<string> {
  const posted = await shop.call('projects.create', {
    body: {
      title,
      category: 'home',
      description: 'One reel, evening light.',
      budget: 400,
      deadline: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
      status: 'active',
    },
  })
  return posted.id
}

const applyAs = (who: Session, id: string) =>
  who.call('applications.submit', {
    params: { id },
    body: { message: 'I build small sets.', proposed_price: 320 },
  })

const bellOf = ({ page }: Person) => page.getByRole('link', { name: /^Notifications/ })
/** The number on the bell; 0 where there is none. */
async function countOf(person: Person): Promise<number> {
  const name = (await bellOf(person).getAttribute('aria-label')) ?? ''
  return Number(/(\d+) unread/.exec(name)?.[1] ?? 0)
}

/** The outcome of the mail for the newest notification. */
const latestMail = () =>
  databaseOf(stack, async (query) => {
    const [latest] = await query<{ mail: string }>(
      'select mail from notifications order by id desc limit 1',
    )
    return latest?.mail
  })

describe('notifications', () => {
  test('“Mark all read” resets the bell to 0', async () => {
    await applyAs(jonas, await post('Gift-wrap tutorial'))
    await expect.poll(() => countOf(seller), PATIENT).toBeGreaterThan(0)
    await bellOf(seller).click()
    await seller.page.getByRole('button', { name: 'Mark all read' }).click()
    await expect.poll(() => countOf(seller), PATIENT).toBe(0)
    await seller.page.keyboard.press('Escape')
    await seller.page.getByRole('dialog', { name: 'Notifications' }).waitFor({ state: 'detached' })
  })

  test('the bell counts a new application without a reload, and its notice leads to the application', async () => {
    await creator.page.goto(`/projects/${projectId}`)
    await creator.page.getByLabel('Message', { exact: true }).fill('I film by a north window.')
    await creator.page.getByLabel('Proposed price').fill('310')
    await creator.page.getByRole('button', { name: 'Apply to This Project' }).click()
    await see(creator.page, 'Application Pending')

    await expect.poll(() => countOf(seller), PATIENT).toBe(1)
    await bellOf(seller).click()
    await seller.page
      .getByRole('link', { name: `applied to “${TITLE}” and proposes $310.00` })
      .click()
    await seller.page.waitForURL(`**/projects/${projectId}?tab=applications`)
    await see(seller.page, 'I film by a north window.')
    await expect.poll(() => countOf(seller), PATIENT).toBe(0)
  })

  test('the mail leads to the application', async () => {
    const mail = await waitForMail(stack.inboxUrl, seller.email, /^Maya Okafor applied/)
    expect(mail.subject).toContain(TITLE)
    const link = mail.links.find((address) => address.includes('tab=applications'))
    await seller.page.goto('/find-creators')
    await seller.page.goto(link ?? '')
    await see(seller.page, 'I film by a north window.')
  })

  test('the unsubscribe link asks first, then stops mails of that kind but not the bell', async () => {
    const mail = await waitForMail(stack.inboxUrl, seller.email, /^Maya Okafor applied/)
    const link = mail.links.find((address) => address.includes('/unsubscribe'))
    const page = await seller.context.newPage()
    await page.goto(link ?? '')
    await see(page, 'Stop these emails?')
    await page.getByRole('button', { name: 'Stop emails about applications' }).click()
    await see(page, /You get no more emails about applications/)
    await page.getByRole('link', { name: 'Choose what you get' }).click()
    await page.getByRole('checkbox', { name: /^Applications/ }).waitFor()
    expect(await page.getByRole('checkbox', { name: /^Applications/ }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: /^Reminders/ }).isChecked()).toBe(true)
    await page.close()

    const before = (await mailsTo(stack.inboxUrl, seller.email)).length
    await seller.page.getByRole('link', { name: 'My Projects' }).first().click()
    await seller.page.waitForURL('**/my-projects')
    await applyAs(jonas, projectId)
    await expect.poll(() => countOf(seller), PATIENT).toBe(1)
    await expect.poll(latestMail, PATIENT).toBe('off')
    expect(await mailsTo(stack.inboxUrl, seller.email)).toHaveLength(before)
  })

  test('on a phone the bell leads to the notifications page', async () => {
    const [own] = await shop
      .call('applications.for_project', { params: { id: projectId }, query: {} })
      .then((all) => all.filter(({ proposed_price }) => proposed_price === 310))
    await shop.call('applications.accept', { params: { id: own?.id ?? '' } })
    await creator.page.goto('/dashboard')
    await bellOf(creator).click()
    await creator.page.waitForURL('**/notifications')
    await see(creator.page, /accepted your application to “A lamp in a window” at \$310\.00/)
    await creator.page.getByRole('button', { name: 'Mark all read' }).click()
    await expect.poll(() => countOf(creator), PATIENT).toBe(0)
    expect(seller.complaints.concat(creator.complaints)).toEqual([])
  })
})
