import { z } from 'zod'
import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import type { SnapshotEvent, ThinEvent } from './events.ts'
import { StripeFailure, noSuch } from './failures.ts'
import { listPage } from './lists.ts'
import { expand, pageByTime, paramsOf, text } from './params.ts'
import type { Sandbox } from './sandbox.ts'

function snapshots(sandbox: Sandbox): SnapshotEvent[] {
  return Object.values(sandbox.state.events).flatMap(({ event }) =>
    event.object === 'event' ? [event] : [],
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
)

const retrieve = apiRoute(
  'GET /v1/events/:id',
  paramsOf<Stripe.EventRetrieveParams>()({ expand }),
  (sandbox, { id }) => {
    const found = snapshots(sandbox).find((row) => row.id === id)
    if (found === undefined) throw noSuch('event', id)
    return found
  },
)

const listThin = apiRoute(
  'GET /v2/core/events',
  paramsOf<Stripe.V2.Core.EventListParams>()({
    object_id: text.optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  (sandbox, { params }) => {
    const matching = thinEvents(sandbox).filter(
      (row) => params.object_id === undefined || row.related_object.id === params.object_id,
    )
    return {
      data: matching.toReversed().slice(0, params.limit ?? 20),
      next_page_url: null,
      previous_page_url: null,
    }
  },
)

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
