import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REVIEW_WINDOW_OUTCOMES } from '#contract/deliverables.ts'
import {
  DRAWN_PAGES,
  DRAWN_PAGES_SCRIPT,
  ORIGIN_MARK,
  pageFile,
  PUBLIC_PAGES,
  FEE_TERMS_META,
  EMAIL_CHANGE_ATTRIBUTE,
  REVIEW_OUTCOME_ATTRIBUTE,
  SHELL_HEAD,
} from '#contract/pages.ts'
import { REVIEW_WORDS, reviewWords } from '#contract/review-words.ts'
import { feeWords } from '#contract/fee-words.ts'
import { DEFAULT_FEE_TERMS, feeTerms } from '#contract/fees.ts'
import type { FeeTerms } from '#contract/money.ts'
import { addFeeTerms } from '#server/fees/fee-terms-store.ts'
import { execute, sql } from '#server/db/sql.ts'
import { createLog } from '#server/logging/log.ts'
import { serveWebApp } from './web-app.ts'
import { escapeHtml } from '#server/html/html.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { DRAW_RATE, LICENCE_RATE } from '#contract/rate-limits.ts'
import { buildCreator, buildDeal, buildProject, buildSeller } from '#tests/support/builders.ts'
import { buildLicence } from '#tests/support/licences.ts'
import type { HtmlPage } from './html-answer.ts'
import { readWebPages } from './web-pages.ts'

/** As the build leaves them: a prerendered page for each public address, the shell, the 404 page. */
const FONT = '<link rel="preload" href="/assets/f.woff2" as="font" type="font/woff2" crossorigin />'
const SHELL = `<html><head><meta name="${FEE_TERMS_META}" content="" />${FONT}<style>h1{color:red}</style><script>boot()</script>${SHELL_HEAD}</head><body><div id="root"></div></body></html>`
const ORIGIN = 'https://shop.example'

/**
 * A small substitute for the page renderer: one name fails to render, one needs a class without styles, and one is
 * rendered with raw markup, as if through a bug of ours.
 */
const RENDERER = `let drawings = 0
export async function renderDrawn(path, { profile, licence }, origin) {
  const name = profile?.name ?? licence.seller_name
  if (name === 'Undrawable') throw new Error('cannot draw this')
  const safe = name.startsWith('Raw ') ? name : name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return {
    preloads: '<link rel="preload" as="image" href="/face.webp"/>',
    markup: '<h1 class="name' + (name === 'Undressed' ? ' new-part' : '') + '">' + safe + '</h1><p>drawn for ' + origin + '</p><i>drawing ' + (drawings += 1) + '</i>',
  }
}`

let api: TestApi
let folder: string
let web: string
const logged: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-pages-'))
  web = join(folder, 'web')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(web, file)), { recursive: true })
    writeFileSync(join(web, file), text)
  }
  for (const page of PUBLIC_PAGES)
    write(
      pageFile(page),
      `<link rel="preload" as="image" href="/art/h.svg" fetchPriority="high"/><link rel="icon" href="/i.svg"><p>page ${page}</p><p>${feeWords(null)('fee')}</p><p>${reviewWords(null)('silence')}</p><link href="${ORIGIN_MARK}${page}">`,
    )
  write('app.html', SHELL)
  write('404.html', '<p>Oops! Page not found</p>')
  const scripts = {
    all: ['/assets/projects.js'],
    of: { seller: ['/assets/owner.js', '/assets/board.js'], creator: ['/assets/visitor.js'] },
  }
  write('app-scripts.json', JSON.stringify({ '/projects': scripts }))
  write('assets/app-1.js', 'void 0')
  write('favicon.ico', 'drawn')
  write('manifest.webmanifest', '{}')
  for (const { file, classes } of Object.values(DRAWN_PAGES)) {
    write(file, SHELL.replace('boot()', 'page()'))
    write(classes, '["name"]')
  }
  write(DRAWN_PAGES_SCRIPT, RENDERER)
  api = await startApi({ config: { publicUrl: ORIGIN } })
  const log = createLog('error', { write: (line: string) => void logged.push(line) })
  await serveWebApp(api.app, web, { ...api.deps, log })
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers })

describe('pages', () => {
  test('every public page is complete, with the site’s own address in it', async () => {
    for (const page of PUBLIC_PAGES) {
      const answer = await get(page)
      expect(answer.statusCode, page).toBe(200)
      expect(answer.body).toContain(`page ${page}<`)
      expect(answer.body).toContain(`href="${ORIGIN}${page}"`)
    }
  })

  test.each(REVIEW_WINDOW_OUTCOMES)(
    'every page says what a server set to %s does with unanswered deliveries',
    async (outcome) => {
      const site = { ...api.deps.config, reviewWindowOutcome: outcome }
      const pages = readWebPages(web, site)
      const text = async (page: HtmlPage | undefined) => String(await page?.as('identity'))
      for (const page of PUBLIC_PAGES) {
        const html = await text(pages.publicPages.get(page))
        expect(html).toContain(REVIEW_WORDS.silence[outcome])
        expect(html).not.toContain('%review')
      }
      for (const page of pages.appPages.values())
        expect(await text(page)).toContain(`<html ${REVIEW_OUTCOME_ATTRIBUTE}="${outcome}"`)
    },
  )

  test.each([
    [true, 'both'],
    [false, 'new'],
  ])(
    'every app page’s html element states who confirms a change of email address (both must agree: %s)',
    async (both, by) => {
      const { config } = api.deps
      const auth = { ...config.auth, secureEmailChange: both }
      const { appPages } = readWebPages(web, { ...config, auth })
      expect(appPages.size).toBeGreaterThan(0)
      for (const page of appPages.values())
        expect(String(await page.as('identity'))).toMatch(
          new RegExp(`<html[^>]* ${EMAIL_CHANGE_ATTRIBUTE}="${by}"`),
        )
    },
  )

  test.each([
    [500, ' data-minimum-price="500"'],
    [null, ''],
  ])(
    'every app page’s html element states the minimum price if there is one: %s',
    async (cents, said) => {
      const site = { ...api.deps.config, minimumPriceCents: cents }
      for (const page of readWebPages(web, site).appPages.values()) {
        const [tag = ''] = /<html[^>]*>/.exec(String(await page.as('identity'))) ?? []
        expect(/ data-minimum-price="[^"]*"/.exec(tag)?.[0] ?? '').toBe(said)
      }
    },
  )

  test.each([
    [{}, []],
    [{ passwordMinLength: 12 }, ['data-password="{&quot;min&quot;:12,&quot;sets&quot;:[]}"']],
    [
      { passwordCharacters: ['abc', '"<&'] },
      [
        'data-password="{&quot;min&quot;:6,&quot;sets&quot;:[&quot;abc&quot;,&quot;\\&quot;&lt;&amp;&quot;]}"',
      ],
    ],
    [{ signups: false }, ['data-sign-ups="off"']],
  ])(
    'every app page’s html element states the rules of sign-up where they differ from the defaults: %o',
    async (differs, said) => {
      const { config } = api.deps
      const pages = readWebPages(web, { ...config, auth: { ...config.auth, ...differs } })
      for (const page of pages.appPages.values()) {
        const [tag = ''] = /<html[^>]*>/.exec(String(await page.as('identity'))) ?? []
        expect(tag.match(/data-(password|sign-ups)="[^"]*"/g) ?? []).toEqual(said)
      }
    },
  )

  test('new fee terms are on every kind of page within a minute of taking effect', async () => {
    const states = async (path: string, terms: FeeTerms) => {
      const { body } = await get(path)
      const meta = `<meta name="${FEE_TERMS_META}" content="${escapeHtml(JSON.stringify(terms))}"`
      return path === '/terms' ? body.includes(feeWords(terms)('fee')) : body.includes(meta)
    }
    const profile = `/profile/${(await buildCreator(api.pool)).id}`
    const paths = ['/terms', '/projects', profile]
    for (const path of paths) expect(await states(path, DEFAULT_FEE_TERMS), path).toBe(true)
    const now = Date.now()
    for (const [at, terms] of [feeTerms(10), DEFAULT_FEE_TERMS].entries()) {
      await addFeeTerms(api.pool, terms)
      api.setNow(new Date(now + (at + 1) * 60_001))
      for (const path of paths) await expect.poll(() => states(path, terms)).toBe(true)
    }
    api.setNow(null)
  })

  test.each([DEFAULT_FEE_TERMS, feeTerms(12.5), feeTerms(0, 200)])(
    'every page states the current fee terms: %o',
    async (terms) => {
      const pages = readWebPages(web, { ...api.deps.config, feeTerms: terms })
      const text = async (page: HtmlPage | undefined) => String(await page?.as('identity'))
      for (const page of PUBLIC_PAGES) {
        const html = await text(pages.publicPages.get(page))
        expect(html).toContain(`<p>${feeWords(terms)('fee')}</p>`)
        expect(html).not.toContain('%fee')
      }
      expect(await text(pages.appPages.get('/projects'))).toContain(
        `<meta name="${FEE_TERMS_META}" content="${escapeHtml(JSON.stringify(terms))}"`,
      )
    },
  )

  test('a page that requires sign-in is served as the app shell: noindex, with only its own scripts', async () => {
    const { body } = await get('/projects')
    expect(body).toContain('<meta name="robots" content="noindex" />')
    expect(body).toContain('href="/assets/projects.js"')
    // Named for sessions of that role, and loaded for no one else.
    expect(body).toContain(
      '<meta name="scripts-of-seller" content="/assets/owner.js /assets/board.js" />',
    )
    expect(body).not.toContain('href="/assets/owner.js"')
    expect((await get('/dashboard')).body).not.toContain('projects.js')
  })

  test('a link to a project shows the product’s card with absolute addresses, and nothing of the project', async () => {
    const { id, title } = await buildProject(api.pool)
    const { body } = await get(`/projects/${id}`)
    expect(body).toContain('<meta property="og:title" content="Cartwright" />')
    expect(body).toContain(`<meta property="og:image" content="${ORIGIN}/brand/preview.png" />`)
    expect(body).not.toContain('og:url')
    expect(body).not.toContain(title)
    expect(body).not.toContain(id)
  })

  test('the favicon and the manifest are served with their MIME types, and cached for an hour', async () => {
    for (const [file, type] of [
      ['/favicon.ico', /^image\/(vnd\.microsoft\.icon|x-icon)/],
      ['/manifest.webmanifest', /^application\/manifest\+json/],
    ] as const) {
      const { statusCode, headers } = await get(file)
      expect(statusCode, file).toBe(200)
      expect(headers['content-type'], file).toMatch(type)
      expect(headers['cache-control'], file).toBe('public, max-age=3600')
    }
  })

  test('an unknown path is a 404 with the 404 page, for HEAD too; an unknown API path is a JSON problem', async () => {
    expect(await get('/nope')).toMatchObject({
      statusCode: 404,
      body: '<p>Oops! Page not found</p>',
    })
    expect((await api.app.inject({ method: 'HEAD', url: '/nope' })).statusCode).toBe(404)
    expect((await get('/api/nope')).json()).toMatchObject({ code: 'request.not_found' })
  })

  test('built pages and the build’s manifests are not served as files', async () => {
    for (const file of [
      '/app.html',
      '/about/index.html',
      '/profile.html',
      '/licence.html',
      '/app-scripts.json',
    ])
      expect((await get(file)).statusCode, file).toBe(404)
    expect((await get('/assets/app-1.js')).headers['cache-control']).toContain('immutable')
  })

  test('a file is served under its exact name, and nothing outside the build is', async () => {
    expect((await get('/assets/app-1.js?from=a-link')).statusCode).toBe(200)
    for (const path of [
      '/assets',
      '/assets/',
      '/assets/APP-1.js',
      '/assets/app-1.js/',
      '/assets//app-1.js',
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
    ])
      expect((await get(path)).statusCode, path).toBe(404)
  })

  test('only the build’s style sheets may be inline, while style attributes are allowed', async () => {
    const policyOf = async (url: string) =>
      String((await get(url)).headers['content-security-policy'])
    // sha256 of "h1{color:red}".
    const hash = createHash('sha256').update('h1{color:red}').digest('base64')
    expect(await policyOf('/dashboard')).toContain(
      `style-src 'self' 'sha256-${hash}'; style-src-attr 'unsafe-inline';`,
    )
    expect(await policyOf('/about')).toContain("style-src 'self'; style-src-attr 'unsafe-inline';")
    const { id } = await buildCreator(api.pool)
    // Even if someone's words became markup in a page, they could do nothing.
    const sheet = 'Raw <style>h1{color:blue}</style><script>evil()</script>'
    await execute(
      api.pool,
      sql`update profiles set name = ${sheet}, bio = ${sheet} where id = ${id}`,
    )
    const { body } = await get(`/profile/${id}`)
    expect(body).toContain('<style>h1{color:blue}</style><script>evil()</script>')
    expect((await policyOf(`/profile/${id}`)).match(/sha256-/g)).toHaveLength(2)
  })

  test('only the build’s scripts may run in a page, and no string can become a script', async () => {
    const { headers } = await get('/dashboard')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(
      "; require-trusted-types-for 'script'; trusted-types pdf-worker puzzle-worker service-worker; ",
    )
    expect(policy).toMatch(/; report-uri \/policy-reports$/)
    // Style attributes are the one thing that may be inline.
    expect(policy.match(/'unsafe-\w+'/g)).toEqual(["'unsafe-inline'"])
    // sha256 of "boot()".
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/)
    expect(String((await get('/about')).headers['content-security-policy'])).toContain(
      "script-src 'self';",
    )
  })

  test('preloads are announced in headers, without anything a person wrote', async () => {
    expect((await get('/about')).headers.link).toBe(
      '</art/h.svg>; rel=preload; as="image"; fetchpriority="high"',
    )
    const font = '</assets/f.woff2>; rel=preload; as="font"; type="font/woff2"; crossorigin'
    expect((await get('/dashboard')).headers.link).toBe(font)
    const { id } = await buildCreator(api.pool)
    const evil = `"><link rel="preload" as="script" href="/evil.js">`
    await execute(api.pool, sql`update profiles set name = ${evil}, bio = ${evil} where id = ${id}`)
    expect((await get(`/profile/${id}`)).headers.link).toBe(font)
  })

  test('a page is compressed as the client accepts, and is a 304 if its ETag matches', async () => {
    expect((await get('/about', { 'accept-encoding': 'gzip, br' })).headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
    })
    expect((await get('/about', { 'accept-encoding': 'gzip, br;q=0' })).headers).toMatchObject({
      'content-encoding': 'gzip',
    })
    const plain = await get('/about')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const again = await get('/about', { 'if-none-match': String(plain.headers.etag) })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
  })
})

describe('rendering', () => {
  const from = (ip: string, url: string) => api.app.inject({ url, remoteAddress: ip })
  const isDrawn = (body: string) => body.includes('<h1 class="name')
  /** The substitute numbers its renderings. */
  const drawing = (body: string) => /drawing (\d+)/.exec(body)?.[1]

  test('is cached, and repeated once the person has changed something', async () => {
    const { id } = await buildCreator(api.pool, { name: 'Maya Okafor' })
    const [one, two] = [await get(`/profile/${id}`), await get(`/profile/${id}`)]
    expect(drawing(one.body)).toBeDefined()
    expect(two.body).toBe(one.body)
    await execute(api.pool, sql`update profiles set name = 'Maya Reed' where id = ${id}`)
    const changed = await get(`/profile/${id}`)
    expect(changed.body).toContain('>Maya Reed<')
    expect(drawing(changed.body)).not.toBe(drawing(one.body))
  })

  test('of a profile that has been hidden since is a 404', async () => {
    const { id } = await buildCreator(api.pool)
    expect((await get(`/profile/${id}`)).statusCode).toBe(200)
    await execute(api.pool, sql`update auth.users set banned_until = 'infinity' where id = ${id}`)
    expect((await get(`/profile/${id}`)).statusCode).toBe(404)
  })

  test('is rate-limited per IP address: above the limit the shell is served with the profile’s data', async () => {
    const { burst } = DRAW_RATE
    const ids: string[] = []
    for (let one = 0; one <= burst; one += 1)
      ids.push((await buildCreator(api.pool, { name: `Creator ${one}` })).id)
    const [first] = ids
    const last = ids.at(-1)
    const stranger = '203.0.113.50'
    // Whatever the clock does in the meantime, it must not refill a token.
    api.setNow(new Date('2031-01-01T12:00:00Z'))
    for (const id of ids.slice(0, burst))
      expect(isDrawn((await from(stranger, `/profile/${id}`)).body)).toBe(true)
    const over = await from(stranger, `/profile/${last}`)
    expect(over.statusCode).toBe(200)
    expect(isDrawn(over.body)).toBe(false)
    expect(over.body).toContain(`"id":"${last}"`)
    // Cached pages cost nothing, and other addresses have their own budget.
    expect(isDrawn((await from(stranger, `/profile/${first}`)).body)).toBe(true)
    expect(isDrawn((await from('203.0.113.51', `/profile/${last}`)).body)).toBe(true)
    api.setNow(null)
  })
})

describe('the check page of a licence', () => {
  test('is rendered with its data, escaped, and is never indexed', async () => {
    const licence = await buildLicence(api.pool, await buildDeal(api.pool))
    const evil = '<script>alert(1)</script>'
    await execute(
      api.pool,
      sql`update licences set seller_name = ${evil}, ends_on = '2999-05-22' where id = ${licence.id}`,
    )
    await execute(
      api.pool,
      sql`insert into licence_files (licence_id, sha256, name, size, ai_parts)
        values (${licence.id}, ${'a'.repeat(64)}, 'spring.mp4', 1000, array['voice'])`,
    )
    const { statusCode, body, headers } = await get(`/licence/${licence.code.toLowerCase()}`)
    expect(statusCode).toBe(200)
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(body).toContain('<meta name="robots" content="noindex" />')
    expect(body).toContain(`<title>Valid: licence ${licence.code} · Cartwright</title>`)
    expect(body).toContain(`<h1 class="name">${evil.replaceAll('<', '&lt;')}</h1>`)
    expect(body).not.toContain(evil)
    const known = /id="known-data">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    // The page as anyone with the code sees it, and no more.
    const answer = (await get(`/api/licences/${licence.code}`)).json()
    expect(JSON.parse(known)).toEqual({ licence: answer })
    expect(answer).toMatchObject({ seller_name: evil, ends_on: '2999-05-22' })
    await execute(
      api.pool,
      sql`update licences set status = 'void', void_reason = 'refunded', voided_at = now() where id = ${licence.id}`,
    )
    expect((await get(`/licence/${licence.code}`)).body).toContain('<title>Void: licence')
  })

  test('is a 404 for an unknown or malformed code', async () => {
    for (const code of ['CW-0000-0000', 'nonsense'])
      expect((await get(`/licence/${code}`)).statusCode).toBe(404)
  })

  test('is served without the licence’s data to a network above the rate limit', async () => {
    const { code } = await buildLicence(api.pool, await buildDeal(api.pool))
    api.setNow(new Date('2032-01-01T12:00:00Z'))
    const read = () => api.app.inject({ url: `/licence/${code}`, remoteAddress: '203.0.113.77' })
    for (let one = 0; one < LICENCE_RATE.burst; one += 1)
      expect((await read()).body).toContain(`"code":"${code}"`)
    const over = await read()
    expect(over.statusCode).toBe(200)
    expect(over.body).not.toContain(code)
    api.setNow(null)
  })
})

describe('a public profile', () => {
  test('is served with the person’s own title, words and picture', async () => {
    const { id } = await buildCreator(api.pool)
    await execute(
      api.pool,
      sql`update profiles set name = 'Maya Okafor', bio = ${`I film\nslow mornings. ${'word '.repeat(60)}`},
        avatar_url = '/storage/public/avatars/m.webp' where id = ${id}`,
    )
    const { statusCode, body } = await get(`/profile/${id}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Maya Okafor · Cartwright</title>')
    expect(body).toMatch(
      /<meta name="description" content="I film slow mornings\. (word ){20,40}word…"/,
    )
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/profile/${id}" />`)
    expect(body).toContain(
      `<meta property="og:image" content="${ORIGIN}/storage/public/avatars/m.webp" />`,
    )
    expect(body).not.toContain('noindex')
  })

  test('of a brand is titled with its company name, and missing words or picture are the product’s own', async () => {
    const { id } = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`update profiles set company_name = 'Harrow & Pine' where id = ${id}`,
    )
    const { body } = await get(`/profile/${id}`)
    expect(body).toContain('<title>Harrow &amp; Pine · Cartwright</title>')
    expect(body).toContain('content="Harrow &amp; Pine posts paid content projects on Cartwright."')
    expect(body).toContain(`content="${ORIGIN}/brand/preview.png"`)
  })

  test('is rendered into the page, with its image preloads in the head', async () => {
    const { id } = await buildCreator(api.pool, { name: 'Maya Okafor' })
    const { body } = await get(`/profile/${id}`)
    expect(body).toContain(
      `<div id="root"><h1 class="name">Maya Okafor</h1><p>drawn for ${ORIGIN}</p>`,
    )
    expect(body).toContain('</i></div><script type="application/json"')
    expect(body).toMatch(/<link rel="preload" as="image" href="\/face.webp"\/><\/head>/)
    expect(body).toContain('page()')
    expect(logged).toEqual([])
  })

  test.each(['Undrawable', 'Undressed'])(
    'that cannot be rendered is served as the shell, and the log says why: %s',
    async (name) => {
      logged.length = 0
      const { id } = await buildCreator(api.pool, { name })
      const { statusCode, body } = await get(`/profile/${id}`)
      expect(statusCode).toBe(200)
      expect(body).toContain(`<title>${name} · Cartwright</title>`)
      expect(body).toContain('boot()')
      expect(body).toMatch(/id="known-data">.*<\/script><div id="root"><\/div>/)
      expect(logged).toHaveLength(1)
      expect(logged[0]).toMatch(
        name === 'Undressed' ? 'no styles for new-part' : 'cannot draw this',
      )
      expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 50, path: `/profile/${id}` })
    },
  )

  test('nothing a person wrote can escape its place in the page', async () => {
    const { id } = await buildCreator(api.pool)
    const evil = `"><script>alert(1)</script>'</title>${SHELL_HEAD}${ORIGIN_MARK}$&`
    await execute(api.pool, sql`update profiles set name = ${evil}, bio = ${evil} where id = ${id}`)
    const { body, headers } = await get(`/profile/${id}`)
    expect(body).not.toContain('<script>alert')
    expect(body.match(/<\/title>/g)).toHaveLength(1)
    expect(body.match(/<script/g)).toHaveLength(2)
    const known = /id="known-data">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    expect(JSON.parse(known)).toMatchObject({ profile: { id, name: evil } })
    // One script and one style sheet, those of the build.
    expect(String(headers['content-security-policy']).match(/sha256/g)).toHaveLength(2)
  })

  test('contains what anyone’s own call returns: no email address and no payment customer', async () => {
    const { id } = await buildCreator(api.pool)
    await execute(
      api.pool,
      sql`update profiles set email = 'hidden@creators.example' where id = ${id}`,
    )
    const { body } = await get(`/profile/${id}`)
    expect(body).not.toContain('hidden@')
    expect(body).not.toContain('stripe_customer_id')
    const known = /id="known-data">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    const profile = (await get(`/api/profiles/${id}`)).json()
    expect(profile).toMatchObject({ id })
    expect(JSON.parse(known)).toEqual({ profile })
  })

  test('of an unknown or suspended person, or with an impossible id, is a 404 with the app’s own page', async () => {
    const { id } = await buildCreator(api.pool)
    await execute(api.pool, sql`update auth.users set banned_until = 'infinity' where id = ${id}`)
    for (const who of [id, '00000000-0000-4000-8000-000000000000', 'nobody']) {
      const { statusCode, body } = await get(`/profile/${who}`)
      expect(statusCode, who).toBe(404)
      expect(body).toContain('<title>Profile Not Found · Cartwright</title>')
      expect(body).toContain('noindex')
    }
    expect((await get('/profile/edit')).statusCode).toBe(200)
  })
})

describe('for crawlers', () => {
  test('robots.txt names the sitemap and the paths to skip', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
    expect(body).toContain('Disallow: /api/')
    expect(body).not.toContain('Disallow: /storage/\n')
  })

  test('security.txt names the contact for vulnerabilities and expires in ninety days', async () => {
    const { body, headers } = await get('/.well-known/security.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain(`Contact: mailto:${api.deps.config.supportEmail}?subject=security\n`)
    expect(body).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '')
    const days = (expires - api.deps.clock().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(89)
    expect(days).toBeLessThanOrEqual(90)
  })

  test('the sitemap leads to every public page and every public profile', async () => {
    const { id } = await buildCreator(api.pool)
    const hidden = await buildCreator(api.pool)
    await execute(api.pool, sql`update auth.users set deleted_at = now() where id = ${hidden.id}`)
    const index = await get('/sitemap.xml')
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
    const files = [...index.body.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => url)
    expect(files).toEqual([`${ORIGIN}/sitemaps/pages.xml`, `${ORIGIN}/sitemaps/profiles-1.xml`])
    const pages = await get('/sitemaps/pages.xml')
    for (const page of PUBLIC_PAGES) expect(pages.body).toContain(`<loc>${ORIGIN}${page}</loc>`)
    const profiles = await get('/sitemaps/profiles-1.xml')
    expect(profiles.body).toMatch(
      new RegExp(`<loc>${ORIGIN}/profile/${id}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z<`),
    )
    expect(profiles.body).not.toContain(hidden.id)
    for (const none of ['profiles-2', 'profiles-0', 'profiles-x'])
      expect((await get(`/sitemaps/${none}.xml`)).statusCode, none).toBe(404)
  })
})
