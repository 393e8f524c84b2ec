import type { FastifyRequest } from 'fastify'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import type { PageReader } from '#contract/pages.ts'
import type { BroughtAnswer, FirstRead } from '#contract/personal-pages.ts'
import { loggedRefusal } from '#server/http/error-handler.ts'
import type { Routes } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'

/** More reads than any screen begins with: a page asks for no more. */
const MOST_READS = 60

/** For whom a page is read, and until when it waits for answers, in ms of performance.now(). */
export interface Reading {
  viewer: Viewer
  request: FastifyRequest
  until: number
}

/** The answers that come with a page: each read is made once. */
export interface PageAnswers {
  /** Reads what was not read yet. */
  ask(reads: readonly FirstRead[]): Promise<void>
  /** The answer to one read; null when it does not come in time, and for what is no read. */
  to: PageReader
  /** The answer to a read of this key; undefined before it came. */
  of(key: FirstRead['key']): BroughtAnswer | undefined
  /** All of them, as JSON of BroughtAnswer[]. */
  json(): string
}

/** Reads for a page, as its reader's own calls would: with the access, the limits and the rules of each. */
export function pageAnswers(
  read: Routes['read'],
  { viewer, request, until }: Reading,
): PageAnswers {
  const asked = new Map<string, Promise<string | null>>()
  const came: { key: string; text: string }[] = []

  /** One answer as JSON of BroughtAnswer; null when it does not come in time. */
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

/** A screen's queries are named after calls, but for a few that the browser alone can answer. */
const isRead = (key: string): boolean =>
  key in routes && routeParts(key as RouteKey).method === 'GET'

/** As a request has them: a call without a query has an empty one. */
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
