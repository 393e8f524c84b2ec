import type { FastifyRequest } from 'fastify'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import type { PageReader } from '#contract/pages.ts'
import type { BroughtAnswer, FirstRead } from '#contract/personal-pages.ts'
import { loggedRefusal } from '#server/http/error-handler.ts'
import type { Routes } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'

/** More reads than any screen starts with: no page requests more. */
const MOST_READS = 60

/** Who a page is read for, and until when it waits for responses, in ms of performance.now(). */
export interface Reading {
  viewer: Viewer
  request: FastifyRequest
  until: number
}

/** The responses that come with a page. Each read is made once. */
export interface PageAnswers {
  /** Makes the reads that were not made yet. */
  ask(reads: readonly FirstRead[]): Promise<void>
  /** The response to one read; null when it does not arrive in time, and for anything that is not a read. */
  to: PageReader
  /** The response to a read of this key; undefined until it has arrived. */
  of(key: FirstRead['key']): BroughtAnswer | undefined
  /** All responses, as JSON of BroughtAnswer[]. */
  json(): string
}

/** Makes reads for a page as its reader's own calls would: with the access checks, limits and rules of each call. */
export function pageAnswers(
  read: Routes['read'],
  { viewer, request, until }: Reading,
): PageAnswers {
  const asked = new Map<string, Promise<string | null>>()
  const came: { key: string; text: string }[] = []

  /** One response as JSON of BroughtAnswer; null when it does not arrive in time. */
  function answered(one: FirstRead): Promise<string | null> {
    const answer = read(one.key, { viewer, request, ...noneAbsent(one.input) }).then(
      (json) => written(one, 200, String(json)),
      (error: Error) => {
        const { status, code, message } = loggedRefusal(request, error)
        const problem = { status, code, message, request_id: request.id }
        return written(one, status, JSON.stringify(problem))
      },
    )
    return inTime(answer, until - performance.now())
  }

  function once(one: FirstRead): Promise<string | null> {
    const name = JSON.stringify([one.key, one.input])
    const known = asked.get(name)
    if (known !== undefined) return known
    if (asked.size >= MOST_READS || !isRead(one.key)) return Promise.resolve(null)
    const answer = answered(one).then((text) => {
      if (text !== null) came.push({ key: one.key, text })
      return text
    })
    asked.set(name, answer)
    return answer
  }

  return {
    async ask(reads) {
      await Promise.all(reads.map(once))
    },
    async to(one) {
      const text = await once(one)
      return text === null ? null : (JSON.parse(text) as BroughtAnswer)
    },
    of(wanted) {
      const text = came.find(({ key }) => key === wanted)?.text
      return text === undefined ? undefined : (JSON.parse(text) as BroughtAnswer)
    },
    json: () => `[${came.map(({ text }) => text).join(',')}]`,
  }
}

/** A screen's queries are named after calls, except for a few that only the browser can answer. */
const isRead = (key: string): boolean =>
  key in routes && routeParts(key as RouteKey).method === 'GET'

/** Normalised as a request has them: a call without a query has an empty one. */
const noneAbsent = ({ params = {}, query = {} }: FirstRead['input'] = {}) => ({ params, query })

const written = (one: FirstRead, status: number, body: string): string =>
  `${JSON.stringify({ ...one, status }).slice(0, -1)},"body":${body}}`

function inTime<T>(asked: Promise<T>, patience: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, patience))
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
