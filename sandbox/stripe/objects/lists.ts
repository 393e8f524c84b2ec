import type Stripe from 'stripe'
import { noSuch } from '#sandbox/stripe/state/failures.ts'

/** A v1 list's cursor parameters. */
export interface PageParams {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: number | CreatedRange | undefined
}

interface CreatedRange {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

/** One page of a v1 list, newest first, ten by default. `all` is in creation order. */
export function listPage<Item extends { id: string; created?: number }>(
  all: readonly Item[],
  params: PageParams,
  url: string,
): Stripe.ApiList<Item> {
  const { created } = params
  const newestFirst = all
    .filter((item) => created === undefined || isWithin(item.created ?? 0, created))
    .toReversed()
  const limit = params.limit ?? 10
  if (params.ending_before !== undefined) {
    const end = positionOf(newestFirst, params.ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url }
  }
  const start =
    params.starting_after === undefined
      ? 0
      : positionOf(newestFirst, params.starting_after, 'starting_after') + 1
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url }
}

function isWithin(seconds: number, range: number | CreatedRange): boolean {
  if (typeof range === 'number') return seconds === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return seconds > gt && seconds >= gte && seconds < lt && seconds <= lte
}

function positionOf(items: readonly { id: string }[], id: string, param: string): number {
  const position = items.findIndex((item) => item.id === id)
  if (position === -1) throw noSuch('object', id, param)
  return position
}
