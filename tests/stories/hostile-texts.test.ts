import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import {
  buildApplication,
  buildDeal,
  buildDeliverable,
  buildInvitation,
  buildMessage,
  buildPayment,
  buildProject,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { enter, openContext, visit } from '#tests/support/market.ts'
import { paths } from '#contract/paths.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

storyOnOwnStack()

/**
 * Texts that would run if a screen rendered them as anything but text. They are written straight into the tables,
 * bypassing every check of the API: the screens must be safe on their own.
 */
const PAYLOADS = [
  '<script>window.__alarm=1</script>',
  '"><img src=x onerror=window.__alarm=2>',
  "'-window.__alarm=3-'",
  '<svg/onload=window.__alarm=4>',
  '</title><script>window.__alarm=5</script>',
  '<iframe srcdoc="<script>parent.__alarm=6</script>">',
  '{{constructor.constructor("window.__alarm=7")()}}',
  '<a href="javascript:window.__alarm=8">x</a>',
  '<details open ontoggle=window.__alarm=9>',
  '&lt;script&gt;window.__alarm=10&lt;/script&gt;',
]
const LINKS = [
  'javascript:window.__alarm=20',
  'JaVaScRiPt:window.__alarm=21',
  '\tjava\nscript:window.__alarm=22',
  'data:text/html,<script>window.__alarm=23</script>',
  'vbscript:x',
]
const ALL = PAYLOADS.join(' ')
const PASSWORD = 'correct horse'

/** A whole deal in which every text is a payload and every link a script. */
async function hostileDeal() {
  const deal = await buildDeal(pool)
  const { seller, creator, project, application, conversation } = deal
  // A hire is recorded: its page requires no less than that.
  await pool.query(
    `insert into events (entity, entity_id, project_id, actor_id, move, from_status, to_status)
      values ('application', $1, $2, $3, 'accept', 'pending', 'accepted')`,
    [application.id, project.id, seller.id],
  )
  const active = await buildProject(pool, { seller })
  await buildApplication(pool, { project: active })
  await buildInvitation(pool, { project: active, creator })
  await buildPayment(pool, { application, status: 'held_in_escrow' })
  await buildDeliverable(pool, { application })
  for (const sender of [seller, creator]) await buildMessage(pool, { conversation, sender })
  await pool.query(
    `insert into notifications (user_id, cause, notice, audience, kind, facts, page)
      select id, 'event:0', 'project.cancel', role, 'applications', jsonb_build_object('project_title', $1::text), '/projects'
      from profiles`,
    [ALL],
  )
  await pool.query(
    `update profiles set name = $1, bio = $1, company_name = $1, industry = $1, brand_description = left($1, 500),
      rates = jsonb_build_object($1::text, 5), social_links = jsonb_build_object($2::text, $3::text, 'instagram', $4::text),
      portfolio_urls = $5, website = $3, avatar_url = $3`,
    [ALL, PAYLOADS[0], LINKS[0], LINKS[1], LINKS],
  )
  await pool.query(
    'update projects set title = $1, description = $1, product_details = $1, product_images = $2',
    [ALL, LINKS],
  )
  await pool.query('update applications set message = $1', [ALL])
  await pool.query('update messages set content = $1', [`${ALL} ${LINKS.join(' ')}`])
  await pool.query('update project_invitations set message = $1', [ALL])
  await pool.query('update payments set payment_method = $1, failure = $1', [ALL])
  await pool.query('update deliverables set notes = $1, reviewer_notes = $1, post_url = $2', [
    ALL,
    LINKS[0],
  ])
  await pool.query('update files set file_name = $1', [ALL])
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await pool.query('update auth.users set password_hash = $1', [hash])
  return { seller, creator, project, active, conversation }
}

/** Listens for everything that ran, or would have run but for the policy. */
async function alarmed(context: BrowserContext): Promise<string[]> {
  const alarms: string[] = []
  await context.exposeFunction('__raise', (what: string) => void alarms.push(what))
  await context.addInitScript(`
    let alarm
    Object.defineProperty(window, '__alarm', { get: () => alarm, set: (value) => { alarm = value; __raise('ran ' + value) } })
    addEventListener('securitypolicyviolation', (event) => {
      if (/^script|^require-trusted-types-for$/.test(event.effectiveDirective)) __raise('kept from running: ' + event.blockedURI + ' ' + event.sample)
    })`)
  context.on('dialog', (dialog) => {
    alarms.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return alarms
}

/** Where a click or a frame of the page leads, if the target is a script. */
const LINKS_THAT_RUN = `[...document.querySelectorAll('a[href], iframe[src], form[action]')]
  .map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action') ?? '')
  .filter((href) => /^\\s*(j\\s*a\\s*v\\s*a|data|vbscript)/i.test(href))`

async function walk(who: BuiltUser | null, addresses: readonly string[]): Promise<void> {
  const visitor = who === null ? null : await enter(stack, { email: who.email, password: PASSWORD })
  const context = await openContext(browser, stack, visitor)
  const alarms = await alarmed(context)
  const page = await context.newPage()
  let drawn = 0
  for (const address of addresses) {
    await visit(page, address)
    const text = await page.locator('body').innerText()
    if (text.includes('<script>window.__alarm=1</script>')) drawn += 1
    const scripts = await page.evaluate<string[]>(LINKS_THAT_RUN)
    expect({ address, scripts, alarms }).toEqual({ address, scripts: [], alarms: [] })
  }
  // The payloads were really there to be seen.
  expect(drawn).toBeGreaterThanOrEqual(Math.min(addresses.length, 3) - (who === null ? 2 : 0))
  await context.close()
}

test('no user-supplied text executes on any screen, or tries to', async () => {
  const { seller, creator, project, active, conversation } = await hostileDeal()
  const everybody = [
    paths.dashboard,
    paths.projects,
    paths.project(project.id),
    paths.project(active.id),
    paths.messages,
    paths.conversation(conversation.id),
    paths.notifications,
    paths.profile,
    paths.editProfile,
    paths.publicProfile(creator.id),
    paths.publicProfile(seller.id),
  ]
  await walk(seller, [
    ...everybody,
    paths.myProjects,
    paths.findCreators,
    paths.projectTab(project.id, 'applications'),
    paths.projectTab(project.id, 'payment'),
    paths.projectTab(project.id, 'deliverables'),
    paths.editProject(active.id),
  ])
  await walk(creator, [...everybody, paths.myApplications, paths.myInvitations])
  // Rendered by the server first: the page's head carries the name and the bio.
  await walk(null, [paths.publicProfile(creator.id)])
  await walk(null, [paths.publicProfile(seller.id)])
})

test('the alarm detects a script that runs, and one that the CSP or Trusted Types stop', async () => {
  const context = await openContext(browser, stack, null)
  const alarms = await alarmed(context)
  const page = await context.newPage()
  // As a page would arrive if a text were not escaped.
  await page.route(`**${paths.about}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      '</body>',
      '<script>window.__alarm = 99</script></body>',
    )
    await route.fulfill({ response: answer, body })
  })
  await page.goto(paths.about)
  await page.evaluate(`window.__alarm = 98
    const script = document.createElement('script')
    script.append('window.__alarm = 97')
    document.body.append(script)
    const link = document.createElement('a')
    link.href = 'javascript:0'
    document.body.append(link)`)
  expect(await page.evaluate(LINKS_THAT_RUN)).toEqual(['javascript:0'])
  await expect.poll(() => alarms.length).toBe(3)
  expect(alarms.toSorted()).toEqual([
    expect.stringMatching('kept from running: inline'),
    expect.stringMatching('kept from running: trusted-types-sink'),
    'ran 98',
  ])
  await context.close()
})
