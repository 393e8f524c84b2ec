import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KNOWN_DATA_ID } from '#contract/pages.ts'
import {
  type Brought,
  PERSONAL_PAGE_NAMES,
  PERSONAL_PAGES,
  type PersonalPage,
} from '#contract/personal-pages.ts'
import type { Role } from '#contract/profiles.ts'
import { PERSONAL_DRAW_RATE } from '#contract/rate-limits.ts'
import { VIEW_AS_HEADER } from '#contract/view-as.ts'
import { execute, sql } from '#server/db/sql.ts'
import { AppError } from '#server/http/app-error.ts'
import { personalPages } from '#server/pages/personal-page.ts'
import { serveWebApp } from '#server/pages/web-app.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { builtPages, FRAME } from '#tests/support/built-pages.ts'
import { buildCreator, buildProject, type BuiltUser } from '#tests/support/builders.ts'
import { type AccessWorld, ACTORS, buildAccessWorld } from './access-world.ts'

/**
 * Each page that is rendered for its reader, for each kind of person: the data that comes with it equals the responses
 * to their calls.
 */

let api: TestApi
let world: AccessWorld
let pages: ReturnType<typeof builtPages>
/** Refuses or delays a read, where a test says so. */
let onRead: ((key: string) => Promise<void> | void) | null = null

beforeAll(async () => {
  api = await startApi()
  world = await buildAccessWorld(api.pool)
  pages = builtPages()
  const personal = personalPages(api.deps, {
    patience: 60_000,
    async pageViewer({ headers }) {
      const id = /person=([\w-]+)/.exec(headers.cookie ?? '')?.[1]
      return id === undefined ? null : api.authenticate(tokenOf({ id }))
    },
    async read(key, asked) {
      await onRead?.(key)
      return api.routes.read(key, asked)
    },
  })
  await serveWebApp(api.app, pages.web, api.deps, personal)
})
afterAll(async () => {
  await api.close()
  pages.remove()
})

const open = (url: string, id: string | null, headers: Record<string, string> = {}) =>
  api.app.inject({
    url,
    headers: { ...(id === null ? {} : { cookie: `person=${id}` }), ...headers },
  })

/** The data that came with a page; null for the frame. */
function broughtBy({ body }: { body: string }): Brought | null {
  const json = new RegExp(`id="${KNOWN_DATA_ID}">([^<]*)</script>`).exec(body)?.[1]
  expect(body.includes(FRAME)).toBe(json === undefined)
  return json === undefined ? null : (JSON.parse(json) as { brought: Brought }).brought
}

const has = (roles: readonly Role[], role: Role | undefined) =>
  role !== undefined && roles.includes(role)

/** Things that pages are about: those of the world, and one that does not exist. */
const ABOUT = ['running', 'active', 'draft', 'cancelled', 'conversation', 'unknown'] as const
const UNKNOWN = '11111111-2222-4333-8444-555555555555'
const idOf = (thing: (typeof ABOUT)[number]) => (thing === 'unknown' ? UNKNOWN : world[thing].id)

/** Each page; a page about something appears once with everything that it may be about. */
const CASES = PERSONAL_PAGE_NAMES.flatMap((name) => {
  const { path }: PersonalPage = PERSONAL_PAGES[name]
  const things = path.includes(':') ? ABOUT : [null]
  return things.map((about) => ({ name, about }))
})

/** Whether such a page exists for them, judged by the response to their own call. */
async function isTheirs({ opens, reads }: PersonalPage, as: BuiltUser | null, id: string | null) {
  const read = reads.find(({ key }) => key === opens)
  if (opens === undefined || read === undefined || as === null) return opens === undefined
  const params = Object.fromEntries(Object.keys(read.input?.params ?? {}).map((part) => [part, id]))
  return (await api.call(as, opens, { params })).status === 200
}

describe('a personal page', () => {
  for (const { name, about } of CASES)
    for (const actor of ACTORS)
      test(`${name} ${about ?? ''} as ${actor} contains what their own calls return, or nothing`, async () => {
        // Links to files change each minute.
        api.setNow(new Date())
        const page: PersonalPage = PERSONAL_PAGES[name]
        const as = actor === 'anonymous' ? null : world.people[actor]
        const id = about === null ? null : idOf(about)
        const path = page.path.replace(/:\w+/, id ?? '')
        const hasPage = has(page.roles, as?.role) && (await isTheirs(page, as, id))
        const answer = await open(path, as?.id ?? null)
        expect(answer.statusCode).toBe(200)
        expect(String(answer.headers['vary'])).toContain('cookie')
        const brought = broughtBy(answer)
        expect(brought?.personId).toBe(hasPage ? as?.id : undefined)
        expect(answer.headers['cache-control']).toBe(hasPage ? 'private, no-store' : 'no-cache')
        expect('etag' in answer.headers).toBe(!hasPage)
        expect(answer.body.includes(`${path} for ${as?.id}</h1>`)).toBe(hasPage)
        for (const { key, input, status, body } of brought?.answers ?? [])
          expect({ key, status, body }).toEqual({ key, ...(await api.call(as, key, input ?? {})) })
        api.setNow(null)
      })

  test('about a hidden project looks unknown to strangers, and still exists for its brand', async () => {
    const hidden = await buildProject(api.pool, { seller: world.people.owner })
    await execute(api.pool, sql`update projects set hidden_at = now() where id = ${hidden.id}`)
    const said = async (id: string, actor: 'stranger_creator' | 'stranger_seller') => {
      const { body, headers, statusCode } = await open(`/projects/${id}`, world.people[actor].id)
      const { date: _, 'x-request-id': __, ...others } = headers
      return { body, statusCode, headers: others }
    }
    for (const actor of ['stranger_creator', 'stranger_seller'] as const)
      expect(await said(hidden.id, actor)).toEqual(await said(UNKNOWN, actor))
    const own = broughtBy(await open(`/projects/${hidden.id}`, world.people.owner.id))
    expect(own).not.toBeNull()
  })

  test('accepts a tab in its query, and nothing else', async () => {
    const { owner } = world.people
    const path = `/projects/${world.running.id}`
    expect(broughtBy(await open(`${path}?tab=payment`, owner.id))).not.toBeNull()
    const others = ['tab=money', 'tab=payment&x=1', 'tab=payment&tab=payment', 'tab', 'x=payment']
    for (const asked of others)
      expect(broughtBy(await open(`${path}?${asked}`, owner.id))).toBeNull()
  })

  test('makes each read its screen asks for once, and stops after 60', async () => {
    const asked: string[] = []
    onRead = (key) => void asked.push(key)
    const greedy = await buildCreator(api.pool, { name: 'Greedy' })
    const brought = broughtBy(await open(PERSONAL_PAGES.notifications.path, greedy.id))
    onRead = null
    expect(brought?.answers).toHaveLength(60)
    expect(asked).toHaveLength(60)
    expect(asked.filter((key) => key === 'blocks.list')).toHaveLength(1)
    // A call that changes something is not a read, whatever a renderer requests.
    expect(brought?.answers.map(({ key }) => key)).not.toContain('messages.read')
  })

  test('is rendered only for a GET that opens it in a window, not for frames, fetches or prefetches', async () => {
    const { id } = world.people.counterpart
    const { path } = PERSONAL_PAGES.projects
    const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
    expect(broughtBy(await open(path, id, opened))).not.toBeNull()
    const others: Record<string, string>[] = [
      { ...opened, 'sec-fetch-dest': 'iframe' },
      { ...opened, 'sec-fetch-dest': 'object' },
      { ...opened, 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'no-cors' },
      { ...opened, 'sec-purpose': 'prefetch;prerender' },
      { ...opened, purpose: 'prefetch' },
      { ...opened, [VIEW_AS_HEADER]: id },
    ]
    for (const headers of others) expect(broughtBy(await open(path, id, headers))).toBeNull()
    expect(broughtBy(await open(`${path}?q=mug`, id))).toBeNull()
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'] as const) {
      const answer = await api.app.inject({
        method,
        url: path,
        headers: { cookie: `person=${id}` },
      })
      expect(answer.body).not.toContain(id)
    }
  })

  test('cannot be framed, and runs no script but the build’s', async () => {
    const { headers } = await open(PERSONAL_PAGES.projects.path, world.people.owner.id)
    expect(headers['x-frame-options']).toBe('DENY')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self'(;| 'sha256)/)
  })

  test('waits until a newcomer has chosen a role', async () => {
    const newcomer = await buildCreator(api.pool)
    await execute(api.pool, sql`update profiles set role_chosen = false where id = ${newcomer.id}`)
    expect(broughtBy(await open(PERSONAL_PAGES.projects.path, newcomer.id))).toBeNull()
  })

  test('escapes what people wrote, so that it stays inside the page’s data', async () => {
    const evil = '</script><script>alert(1)</script><!--'
    const person = await buildCreator(api.pool, { name: evil })
    const answer = await open(PERSONAL_PAGES.projects.path, person.id)
    expect(answer.body).not.toContain('<script>alert(1)')
    expect(JSON.stringify(broughtBy(answer))).toContain('alert(1)')
  })

  test('contains the error of a failed read, and is the bare frame if its reader’s profile cannot be read', async () => {
    const { id } = world.people.counterpart
    onRead = (key) => {
      if (key === 'projects.list') throw new AppError('server.unavailable')
    }
    const failed = broughtBy(await open(PERSONAL_PAGES.projects.path, id))
    expect(failed?.answers.find(({ key }) => key === 'projects.list')).toMatchObject({
      status: 503,
      body: { code: 'server.unavailable', status: 503 },
    })
    expect(failed?.answers.filter(({ status }) => status === 200)).toHaveLength(4)
    onRead = (key) => {
      if (key === 'profiles.me') throw new Error('the database is away')
    }
    expect(broughtBy(await open(PERSONAL_PAGES.projects.path, id))).toBeNull()
    onRead = null
  })

  test('that cannot be rendered is the bare frame, with all styles', async () => {
    const undrawable = await buildCreator(api.pool, { name: 'Undrawable' })
    const frame = await open(PERSONAL_PAGES.projects.path, undrawable.id)
    expect(broughtBy(frame)).toBeNull()
    expect(frame.headers['cache-control']).toBe('private, no-store')
    expect(frame.body).toContain(FRAME)
    // Before the page's other sheet: the first one sets the order of the layers.
    expect(frame.body).toContain(
      '<link rel="stylesheet" crossorigin href="/assets/all.css" /><style>@layer late{}</style>',
    )
  })

  test('carries the styles of what it shows, which a nonce of its own allows', async () => {
    const someone = await buildCreator(api.pool, { name: 'Other part' })
    const nonces = new Set<string>()
    for (const [id, css, own] of [
      [world.people.owner.id, 'h1{color:red}@media print{.name{top:0}}.strip{top:0}', '4 0 2 1 1'],
      [someone.id, 'h1{color:red}@media print{}.other-part{top:0}.strip{top:0}', '4 0 1 1 2'],
    ] as const) {
      const { body, headers } = await open(PERSONAL_PAGES.projects.path, id)
      const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(
        String(headers['content-security-policy']),
      ) ?? ['']
      expect(body).toContain(`<style nonce="${nonce}">${css}</style>`)
      expect(body).toContain(`<div id="root" data-own-styles="${own}">`)
      expect(body).not.toContain('rel="stylesheet"')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
  })

  test('is the bare frame while 32 others are being made, and for a person who opens too many', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    onRead = () => held
    const people = await Promise.all(Array.from({ length: 40 }, () => buildCreator(api.pool)))
    let refused = 0
    const asked = people.map(({ id }) =>
      open(PERSONAL_PAGES.projects.path, id).finally(() => (refused += 1)),
    )
    // Those without a place are answered although nothing is read.
    await expect.poll(() => refused).toBe(40 - 32)
    onRead = null
    release()
    const brought = (await Promise.all(asked)).map(broughtBy)
    expect(brought.filter((one) => one !== null)).toHaveLength(32)
    const often = await buildCreator(api.pool)
    api.setNow(new Date())
    for (let at = 0; at < PERSONAL_DRAW_RATE.burst; at += 1)
      expect(broughtBy(await open(PERSONAL_PAGES.projects.path, often.id))).not.toBeNull()
    expect(broughtBy(await open(PERSONAL_PAGES.projects.path, often.id))).toBeNull()
    api.setNow(null)
  })
})
