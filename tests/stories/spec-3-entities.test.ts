import { expect, test } from 'vitest'
import { timeOf } from '#server/uploads/timed-id.ts'
import { creator, market, seller, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'

/** SPEC §3: entities and their fields, as the running product returns them. */

storyOnDemoMarket('sessions')

const held = () => ({ params: { id: market.projectIds['held'] ?? '' } })

const has = (row: object | null | undefined, ...fields: string[]) =>
  expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(fields))

test('profile: its fields, with nullable brand fields, and maps and lists empty by default', async () => {
  const maya = await creator.call('profiles.me')
  has(maya, 'id', 'name', 'email', 'role', 'avatar_url', 'bio', 'niches', 'rates', 'social_links')
  has(maya, 'portfolio_urls', 'company_name', 'industry', 'website', 'brand_description')
  has(maya, 'stripe_customer_id')
  expect(maya.id).toBe(creator.session.user.id)
  const ellen = await seller.call('profiles.me')
  expect([ellen.role, maya.role]).toEqual(['seller', 'creator'])
  expect([ellen.niches, ellen.rates, ellen.social_links, ellen.portfolio_urls]).toEqual([
    [],
    {},
    {},
    [],
  ])
  expect([maya.company_name, maya.industry, maya.website, maya.brand_description]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('a portfolio holds no duplicates', async () => {
  const { portfolio_urls: before } = await creator.call('profiles.me')
  const one = 'https://maya-okafor.example/twice'
  const saved = await creator.call('profiles.update', {
    body: { portfolio_urls: [...before, one, one] },
  })
  expect(saved.portfolio_urls).toEqual([...before, one])
  await creator.call('profiles.update', { body: { portfolio_urls: before } })
})

test('sign-up metadata: name and role; session: its tokens, expiry, type and user', () => {
  const { session } = creator
  has(session, 'access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'user')
  expect(session.token_type).toBe('bearer')
  expect(session.user.user_metadata).toMatchObject({ name: 'Maya Okafor', role: 'creator' })
})

test('project: its fields, budget in USD, deadline a day, images a list', async () => {
  const project = await seller.call('projects.get', held())
  has(project, 'id', 'seller_id', 'title', 'description', 'product_details', 'category', 'budget')
  has(project, 'deadline', 'product_images', 'status', 'created_at')
  expect(project).toMatchObject({ budget: 600, category: 'home', status: 'in_progress' })
  expect(project.deadline).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(project.product_images).toHaveLength(3)
})

test('application: its fields, with its project for the creator', async () => {
  const [application] = await creator.call('applications.mine')
  has(application, 'id', 'project_id', 'creator_id', 'message', 'proposed_price', 'status')
  has(application, 'created_at', 'project')
  has(application?.project, 'id', 'title', 'category', 'budget', 'deadline', 'status')
})

test('deliverable: its fields; listings join the project title', async () => {
  // Another story in this market may have handed in more.
  const deliverable = (await creator.call('deliverables.mine')).find(
    ({ project_id: id }) => id === market.projectIds['held'],
  )
  has(deliverable, 'id', 'application_id', 'project_id', 'creator_id', 'file_url', 'file_name')
  has(deliverable, 'file_type', 'post_url', 'screenshot_url', 'notes', 'reviewer_notes', 'status')
  has(deliverable, 'reviewed_at', 'created_at')
  expect(deliverable?.project_title).toBe('Three unboxing reels for the Harrow mug set')
})

test('payment: its fields, with what the creator receives', async () => {
  const payment = await seller.call('payments.for_project', held())
  has(payment, 'id', 'project_id', 'application_id', 'seller_id', 'creator_id', 'status', 'amount')
  has(payment, 'payment_method', 'created_at')
  expect(payment).toMatchObject({ status: 'held_in_escrow', amount: 540, creator_amount: 459 })
})

test('payout account: user_id, created_at, onboarding_complete', async () => {
  expect(await creator.call('payouts.account')).toMatchObject({
    user_id: creator.session.user.id,
    onboarding_complete: true,
    created_at: expect.any(String) as string,
  })
})

test('conversation and message: their fields', async () => {
  // Another story in this market may have opened a newer one that is empty.
  const conversation = (await creator.call('conversations.list')).find(
    ({ project_id: id }) => id === market.projectIds['held'],
  )
  has(conversation, 'id', 'project_id', 'seller_id', 'creator_id', 'updated_at')
  const messages = await creator.call('messages.list', {
    params: { id: conversation?.id ?? '' },
    query: {},
  })
  has(messages[0], 'id', 'conversation_id', 'sender_id', 'content', 'created_at', 'read_at')
})

test('project_invitation: its fields, with project and seller profile', async () => {
  const [invitation] = await creator.call('invitations.mine')
  has(invitation, 'id', 'project_id', 'creator_id', 'seller_id', 'message', 'status')
  has(invitation, 'created_at', 'updated_at')
  has(invitation?.project, 'id', 'title')
  expect(invitation?.seller).toMatchObject({
    id: market.seller.id,
    name: 'Ellen Harrow',
    company_name: 'Harrow & Pine',
  })
})

test('uploaded pictures: a public URL with bucket, user folder, timestamp, random string and extension', async () => {
  const { avatar_url: avatar } = await creator.call('profiles.me')
  const folder = `/storage/public/avatars/${market.creator.id}/`
  expect(avatar).toContain(folder)
  const [name = ''] = (avatar ?? '').slice(folder.length).split('#')
  expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/)
  expect(Date.now() - timeOf(name).getTime()).toBeLessThan(24 * 3_600_000)
  const answer = await fetch(`${stack.url}${folder}${name}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toMatch(/max-age=3600/)
})
