import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { KNOWN_DATA_ID } from '#contract/pages.ts'
import {
  type Brought,
  clocksOf,
  firstReads,
  PERSONAL_PAGES,
  type PersonalPage,
  type PersonalPageName,
} from '#contract/personal-pages.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { PERSONAL_DRAW_RATE } from '#contract/rate-limits.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'
import type { DrawnPersonal, DrawPersonal } from './draw-page.ts'
import { classesIn } from './classes-in.ts'
import { type OpenHtml, openHtml } from './html-answer.ts'
import { isOpenedInWindow } from './opened-window.ts'
import { type PageAnswers, pageAnswers, type Reading } from './page-answers.ts'
import { escapedJson } from './page-head.ts'
import { pageStyles } from './page-styles.ts'
import { readerZone } from './reader-zone.ts'
import type { PersonalTemplate } from './web-pages.ts'

/**
 * The number of pages that are read and rendered concurrently, and the number that may wait. Later requests get the
 * shell.
 */
const AT_ONCE = 8
const WAITING = 24
/** A response's nonce, which allows one style sheet that the build could not know. CSP asks for at least 128 bits. */
const NONCE_BYTES = 16
/** How long a page waits for its responses, in ms. The app requests whatever arrives later. */
const PATIENCE_MS = 5_000

/** The outcomes of pages since the start. */
export type PersonalCounts = Readonly<Record<'rendered' | 'failed' | 'shell', number>>

/** The dependencies of a personal page. */
interface PersonalParts {
  /** The person that a request's page cookie identifies, or null. */
  pageViewer: (request: FastifyRequest) => Promise<Viewer | null>
  read: Routes['read']
  /** How long a page waits for its responses, in ms; set by tests. */
  patience?: number
}

/** Pages rendered for the person who opens them (decision 0116). */
export interface PersonalPages {
  /** Starts to send the page. Returns false where the app's shell must be served instead, for whatever reason. */
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
  const counts = { rendered: 0, failed: 0, shell: 0 }

  /**
   * Returns the person whom the page may be rendered for: their role has this page, and they are within the rate limit.
   */
  async function readerOf(page: PersonalPage, request: FastifyRequest): Promise<Viewer | null> {
    if (!isOpenedInWindow(request, page.asks)) return null
    const viewer = await pageViewer(request).catch(() => null)
    if (viewer === null || !page.roles.includes(viewer.role)) return null
    return draws.take(viewer.id, deps.clock().getTime()) > 0 ? null : viewer
  }

  /** Returns the rendered page and the data that comes with it; null when it cannot be rendered. */
  async function rendered(
    draw: DrawPersonal,
    { viewer, request }: Reading,
    answers: PageAnswers,
  ): Promise<{ drawn: DrawnPersonal; data: string } | null> {
    const now = deps.clock()
    const zone = readerZone(request)
    const clocks = clocksOf(now, zone.minutesBehindUtc)
    const about = { personId: viewer.id, at: now.toISOString(), clocks }
    const began = `${JSON.stringify(about).slice(0, -1)},"answers":`
    const brought = JSON.parse(`${began}${answers.json()}}`) as Brought
    const drawn = await draw(request.url, brought, { zone, read: answers.to })
    if (drawn === null) return null
    const data = `${began}${answers.json()},"parts":${JSON.stringify(drawn.parts)}}`
    return { drawn, data }
  }

  /** `nonce` allows the page's own styles. */
  async function fill(
    out: OpenHtml,
    { template, draw, nonce }: { template: PersonalTemplate; draw: DrawPersonal; nonce: string },
    reading: Reading,
    answers: PageAnswers,
  ): Promise<void> {
    const page = await rendered(draw, reading, answers)
    if (page === null || page.drawn.markup === '') {
      counts[page === null ? 'failed' : 'shell'] += 1
      return out.end(unfilled(template))
    }
    const { drawn, data } = page
    counts.rendered += 1
    const { css, own } = pageStyles(template.sheet, classesIn(drawn.markup + template.after))
    const known = `<script type="application/json" id="${KNOWN_DATA_ID}">{"brought":${escapedJson(data)}}</script>`
    // Requested along with the app's own scripts, after the pictures at the top (web/start-up/first-script.ts).
    const scripts = drawn.scripts.filter((file) => !template.before.includes(file)).join(' ')
    const root = `<div id="root" data-own-styles="${own}"${scripts && ` data-scripts="${scripts}"`}>`
    out.end(
      `<style nonce="${nonce}">${css}</style>${template.between}${drawn.preloads}${root}${drawn.markup}</div>${known}${template.after}`,
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
      const reads = firstReads(page, viewer.role, params)
      return new Promise((resolve, reject) => {
        const made = limit(async () => {
          const reading = { viewer, request, until: performance.now() + patience }
          const answers = pageAnswers(read, reading)
          const opens = ['profiles.me', page.opens]
          await answers.ask(reads.filter(({ key }) => opens.includes(key)))
          if (!hasEntered(answers) || !isOpen(page, answers)) return resolve(false)
          const nonce = randomBytes(NONCE_BYTES).toString('base64url')
          const styles = [...template.styles, `nonce-${nonce}`]
          const out = openHtml(request, reply, { ...template, styles })
          resolve(true)
          out.write(template.before)
          try {
            await answers.ask(reads)
            await fill(out, { template, draw, nonce }, reading, answers)
          } catch (error) {
            // The head is already sent: the rest is the app's frame, which does without what failed.
            deps.log.error({ err: error, path: page.path }, 'a page could not be filled')
            counts.failed += 1
            out.end(unfilled(template))
          }
        })
        made.catch(reject)
      })
    },
    counts: () => ({ ...counts }),
  }
}

/**
 * The rest of a page that could not be rendered. The complete styles come first, because the first sheet of a page sets
 * the order of the cascade's layers: after the other one, the reset would override every component.
 */
const unfilled = ({ between, wholeStyles, frame }: PersonalTemplate): string =>
  wholeStyles + between + frame

/** Someone who has not chosen a role yet has no pages, and no page can be rendered without the reader's profile. */
function hasEntered(answers: PageAnswers): boolean {
  const me = answers.of('profiles.me')
  return me?.status === 200 && (me.body as OwnProfile).role_chosen
}

/**
 * Whether the subject of a page was found and is open to its reader. For every other response, the app's shell shows
 * the same.
 */
const isOpen = ({ opens }: PersonalPage, answers: PageAnswers): boolean =>
  opens === undefined || answers.of(opens)?.status === 200
