import { z } from 'zod'
import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import type { SnapshotEvent, ThinEvent } from '#sandbox/stripe/state/stored.ts'
import { StripeFailure, noSuch, wrongParameter } from '#sandbox/stripe/state/failures.ts'
import { listPage } from './lists.ts'
import { expand, pageByTime, paramsOf, text } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

function snapshots(sandbox: Sandbox): SnapshotEvent[] {
  return Object.values(sandbox.state.events).flatMap(({ event }) =>
    event.object === 'event' && (event.account ?? null) === sandbox.account ? [event] : [],
  )
}

function thinEvents(sandbox: Sandbox): ThinEvent[] {
  return Object.values(sandbox.state.events).flatMap(({ event }) =>
    event.object === 'event' ? [] : [event],
  )
}

const list = apiRoute(
  'GET /v1/events',
  paramsOf<Stripe.EventListParams>()({
    ...pageByTime,
    type: text.optional(),
    types: z.array(text).optional(),
  }),
  (sandbox, { params }) => {
    const matching = snapshots(sandbox)
      .filter((row) => params.type === undefined || row.type === params.type)
      .filter((row) => params.types === undefined || params.types.includes(row.type))
    return listPage(matching, params, '/v1/events')
  },
  { inAccounts: true },
)

const retrieve = apiRoute(
  'GET /v1/events/:id',
  paramsOf<Stripe.EventRetrieveParams>()({ expand }),
  (sandbox, { id }) => {
    const found = snapshots(sandbox).find((row) => row.id === id)
    if (found === undefined) throw noSuch('event', id)
    return found
  },
  { inAccounts: true },
)

/** The state of a thin-event listing: its filters, and the last event. */
const place = z.object({
  after: text,
  object_id: text.optional(),
  types: z.array(text).optional(),
  limit: z.number(),
})

const listThin = apiRoute(
  'GET /v2/core/events',
  paramsOf<Stripe.V2.Core.EventListParams & { page?: string }>()({
    object_id: text.optional(),
    types: z.array(text).max(20).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
    page: text.optional(),
  }),
  (sandbox, { params }) => {
    const { after, ...asked } =
      params.page === undefined
        ? { after: undefined, ...params, limit: params.limit ?? 20 }
        : placeOf(params.page)
    const matching = thinEvents(sandbox)
      .filter((row) => asked.object_id === undefined || row.related_object.id === asked.object_id)
      .filter((row) => asked.types === undefined || asked.types.includes(row.type))
      .toReversed()
    const start = after === undefined ? 0 : matching.findIndex(({ id }) => id === after) + 1
    const data = matching.slice(start, start + asked.limit)
    const last = data.at(-1)
    const more = last !== undefined && start + asked.limit < matching.length
    const { object_id, types, limit } = asked
    return {
      data,
      next_page_url: more
        ? `/v2/core/events?page=${wordOf({ after: last.id, object_id, types, limit })}`
        : null,
      previous_page_url: null,
    }
  },
)

const wordOf = (where: z.infer<typeof place>): string =>
  Buffer.from(JSON.stringify(where)).toString('base64url')

function placeOf(word: string): z.infer<typeof place> {
  try {
    return place.parse(JSON.parse(Buffer.from(word, 'base64url').toString('utf8')))
  } catch {
    throw wrongParameter(`Invalid page: ${word}`, 'page', 'parameter_invalid')
  }
}

const retrieveThin = apiRoute(
  'GET /v2/core/events/:id',
  paramsOf<Stripe.V2.Core.EventRetrieveParams>()({}),
  (sandbox, { id }) => {
    const found = thinEvents(sandbox).find((row) => row.id === id)
    if (found !== undefined) return found
    const body = {
      type: 'invalid_request_error',
      code: 'not_found',
      message: `No such event: '${id}'`,
    } as const
    throw new StripeFailure(404, body, { kept: false })
  },
)

/** Events of both generations: list, retrieve. */
export const eventRoutes = [list, retrieve, listThin, retrieveThin]
