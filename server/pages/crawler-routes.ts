import type { FastifyInstance } from 'fastify'
import { PUBLIC_PAGES } from '#contract/pages.ts'
import { paths } from '#contract/paths.ts'
import { AUTH_PATH } from '#contract/auth.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { pack, sendText } from './html-answer.ts'
import { escapeHtml } from '#server/html/html.ts'
import { readShared } from '#server/replica/read-shared.ts'
import { countLivingProfiles, livingProfileIds } from './sitemap-store.ts'

/** The protocol allows ten times as many; a file of this size is written within a few milliseconds. */
const ADDRESSES_PER_FILE = 5_000

/** Crawlers come rarely, so a new profile may be found an hour later. */
const CACHE = 'public, max-age=3600'

/** The path that RFC 9116 defines. */
const SECURITY_TEXT = '/.well-known/security.txt'

/** Paths that crawlers should skip. The pages behind the sign-in set noindex themselves. */
const NOT_FOR_CRAWLERS = [
  '/api/',
  `${AUTH_PATH}/`,
  '/storage/private/',
  '/storage/uploads',
  '/realtime',
]

/** How long a copy of security.txt is current, in days (RFC 9116 §2.5.5 recommends less than a year). */
const CONTACT_DAYS = 90
const DAY_MS = 86_400_000

/**
 * RFC 9116: where to report a vulnerability. The expiry is counted from the start of the day, so a copy stays the same
 * all day.
 */
function securityText({ supportEmail, publicUrl }: Deps['config'], now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return [
    `Contact: mailto:${supportEmail}?subject=security`,
    `Expires: ${new Date(today + CONTACT_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${SECURITY_TEXT}`,
    '',
  ].join('\n')
}

/** Serves robots.txt, security.txt, the index of sitemaps, and the sitemaps: the public pages, then profiles by the 5,000. */
export function crawlerRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config
  const robots = pack(
    [
      'User-agent: *',
      'Allow: /',
      ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  )
  app.get('/robots.txt', (request, reply) =>
    sendText(request, reply, robots, { type: 'text/plain; charset=utf-8', cacheControl: CACHE }),
  )

  app.get(SECURITY_TEXT, (request, reply) =>
    sendText(request, reply, pack(securityText(deps.config, deps.clock())), {
      type: 'text/plain; charset=utf-8',
      cacheControl: CACHE,
    }),
  )

  app.get('/sitemap.xml', async (request, reply) => {
    const profiles = await readShared(deps, { request }, (db) =>
      countLivingProfiles(db, deps.clock()),
    )
    const files = Math.ceil(profiles / ADDRESSES_PER_FILE)
    const names = ['pages', ...Array.from({ length: files }, (_, n) => `profiles-${n + 1}`)]
    const entries = names.map(
      (name) => `<sitemap><loc>${escapeHtml(`${publicUrl}/sitemaps/${name}.xml`)}</loc></sitemap>`,
    )
    return sendText(request, reply, pack(xml('sitemapindex', entries), 5), XML)
  })

  const pages = pack(
    xml(
      'urlset',
      PUBLIC_PAGES.map((path) => address(publicUrl + (path === '/' ? '/' : path))),
    ),
  )
  app.get('/sitemaps/pages.xml', (request, reply) => sendText(request, reply, pages, XML))

  app.get<{ Params: { page: string } }>(
    '/sitemaps/profiles-:page(^[1-9]\\d{0,4}$).xml',
    async (request, reply) => {
      const first = (Number(request.params.page) - 1) * ADDRESSES_PER_FILE
      const found = await readShared(deps, { request }, (db) =>
        livingProfileIds(db, deps.clock(), first, ADDRESSES_PER_FILE),
      )
      if (found.length === 0) throw new AppError('request.not_found')
      const entries = found.map(({ id, created_at }) =>
        address(publicUrl + paths.publicProfile(id), created_at),
      )
      return sendText(request, reply, pack(xml('urlset', entries), 4), XML)
    },
  )
}

const XML = { type: 'application/xml; charset=utf-8', cacheControl: CACHE } as const

/** `changed` is in RFC 3339; the protocol accepts it as it is. */
function address(url: string, changed?: string): string {
  const when = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
  return `<url><loc>${escapeHtml(url)}</loc>${when}</url>`
}

function xml(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n')
}
