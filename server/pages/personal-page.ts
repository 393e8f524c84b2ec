import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { KNOWN_DATA_ID } from '#contract/pages.ts'
import {
  type Brought,
  type BroughtAnswer,
  clocksOf,
  type FirstRead,
  firstReads,
  PERSONAL_PAGES,
  type PersonalPage,
  type PersonalPageName,
} from '#contract/personal-pages.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { PERSONAL_DRAW_RATE } from '#contract/rate-limits.ts'
import { VIEW_AS_HEADER } from '#contract/view-as.ts'
import type { Deps } from '#server/deps/deps.ts'
import { loggedRefusal } from '#server/http/error-handler.ts'
import type { Routes } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'
import type { DrawPersonal } from './draw-page.ts'
import { type OpenHtml, openHtml } from './html-answer.ts'
import { escapedJson } from './page-head.ts'
import { readerZone } from './reader-zone.ts'
import type { PersonalTemplate } from './web-pages.ts'

/** How many pages are read and rendered at once, and how many may wait. Later requests get the shell. */
const AT_ONCE = 8
const WAITING = 24
/** How long a page waits for its answers, in ms. What comes later is read by the app. */
const PATIENCE_MS = 5_000

/** What became of pages since the start. `undressed`: rendered, but it waited for the whole style sheet. */
export type PersonalCounts = Readonly<Record<'rendered' | 'undressed' | 'failed' | 'shell', number>>

/** What a page is made of. */
interface PersonalParts {
  /** The person of a request's page cookie, or null. */
  pageViewer: (request: FastifyRequest) => Promise<Viewer | null>
  read: Routes['read']
  /** How long a page waits for its answers, in ms; tests choose. */
  patience?: number
}

interface Reading {
  viewer: Viewer
  request: FastifyRequest
}

/** Pages rendered for the person who opens them (decision 0116). */
export interface PersonalPages {
  /** Begins to send the page; false where it must be the app's shell, for whatever reason. */
  send(
    name: PersonalPageName,
    made: { template: PersonalTemplate | null; draw: DrawPersonal },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean>
  counts(): PersonalCounts
}

export function personalPages(
  deps: Deps,
  { pageViewer, read, patience = PATIENCE_MS }: PersonalParts,
): PersonalPages {
  const limit = pLimit(AT_ONCE)
  const draws = createLocalBuckets(PERSONAL_DRAW_RATE)
  const counts = { rendered: 0, undressed: 0, failed: 0, shell: 0 }

  /** Whom the page may be rendered for: they have one, and are not too many. */
  async function readerOf(page: PersonalPage, request: FastifyRequest): Promise<Viewer | null> {
    if (!isOpenedInWindow(request)) return null
    const viewer = await pageViewer(request).catch(() => null)
    if (viewer === null || !page.roles.includes(viewer.role)) return null
    return draws.take(viewer.id, deps.clock().getTime()) > 0 ? null : viewer
  }

  /** One answer as JSON of BroughtAnswer; null when it does not come in time. */
  async function answered(
    one: FirstRead,
    viewer: Viewer,
    request: FastifyRequest,
  ): Promise<string | null> {
    const asked = read(one.key, { viewer, request, ...noneAbsent(one.input) }).then(
      (json) => written(one, 200, String(json)),
      (error: Error) => {
        const { status, code, message } = loggedRefusal(request, error)
        const problem = { status, code, message, request_id: request.id }
        return written(one, status, JSON.stringify(problem))
      },
    )
    return inTime(asked, patience)
  }

  async function fill(
    out: OpenHtml,
    { template, draw }: { template: PersonalTemplate; draw: DrawPersonal },
    { viewer, request, me, others }: Reading & { me: string; others: readonly FirstRead[] },
  ): Promise<void> {
    const now = deps.clock()
    const zone = readerZone(request)
    const rest = await Promise.all(others.map((one) => answered(one, viewer, request)))
    const answers = [me, ...rest].filter((one) => one !== null)
    const clocks = clocksOf(now, zone.minutesBehindUtc)
    const about = { personId: viewer.id, at: now.toISOString(), clocks }
    const data = `${JSON.stringify(about).slice(0, -1)},"answers":[${answers.join(',')}]}`
    const path = request.url
    const drawn = await draw(path, JSON.parse(data) as Brought, zone, template.unstyled)
    if (drawn === null) {
      counts.failed += 1
      return out.end(template.wholeStyles + template.frame)
    }
    counts[drawn.isDressed ? 'rendered' : 'undressed'] += 1
    const known = `<script type="application/json" id="${KNOWN_DATA_ID}">{"brought":${escapedJson(data)}}</script>`
    const styles = drawn.isDressed ? '' : template.wholeStyles
    out.end(
      `${styles}${drawn.preloads}<div id="root">${drawn.markup}</div>${known}${template.after}`,
    )
  }

  return {
    async send(name, { template, draw }, request, reply) {
      const page: PersonalPage = PERSONAL_PAGES[name]
      if (template === null) return false
      const viewer = await readerOf(page, request)
      if (viewer === null) return false
      if (limit.activeCount + limit.pendingCount >= AT_ONCE + WAITING) {
        counts.shell += 1
        return false
      }
      const params = request.params as Readonly<Record<string, string>>
      const [first, ...others] = firstReads(page, viewer.role, params)
      if (first === undefined) return false
      return new Promise((resolve, reject) => {
        const made = limit(async () => {
          const me = await answered(first, viewer, request)
          if (me === null || !hasEntered(me)) return resolve(false)
          const out = openHtml(request, reply, template)
          resolve(true)
          out.write(template.before)
          try {
            await fill(out, { template, draw }, { viewer, request, me, others })
          } catch (error) {
            // The head is on its way: the rest is the app's frame, which does without what failed.
            deps.log.error({ err: error, path: page.path }, 'a page could not be filled')
            counts.failed += 1
            out.end(template.wholeStyles + template.frame)
          }
        })
        made.catch(reject)
      })
    },
    counts: () => ({ ...counts }),
  }
}

/**
 * A page in a window of its own, by GET and without a query: no frame, no script, no prefetch reads it, and no operator
 * who looks as somebody (decision 0110).
 */
export function isOpenedInWindow({ method, url, headers }: FastifyRequest): boolean {
  const isOr = (name: string, value: string) =>
    headers[name] === undefined || headers[name] === value
  return (
    method === 'GET' &&
    !url.includes('?') &&
    isOr('sec-fetch-dest', 'document') &&
    isOr('sec-fetch-mode', 'navigate') &&
    headers['sec-purpose'] === undefined &&
    headers['purpose'] === undefined &&
    headers[VIEW_AS_HEADER] === undefined
  )
}

/** Someone who still chooses a role has no pages yet, and without their profile nobody has. */
function hasEntered(answer: string): boolean {
  const { status, body } = JSON.parse(answer) as BroughtAnswer
  return status === 200 && (body as OwnProfile).role_chosen
}

/** As a request has them: a call without a query has an empty one. */
const noneAbsent = ({ params = {}, query = {} }: FirstRead['input'] = {}) => ({ params, query })

const written = (one: FirstRead, status: number, body: string): string =>
  `${JSON.stringify({ ...one, status }).slice(0, -1)},"body":${body}}`

function inTime<T>(asked: Promise<T>, patience: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
