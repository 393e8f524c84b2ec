import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { parseCookie } from 'cookie'
import { ZONE_COOKIE } from '#contract/personal-pages.ts'

/** The time zone of a page's reader (decision 0115). */
export interface ReaderZone {
  /** The number of minutes that the zone is behind UTC at a moment. */
  minutesBehindUtc(moment: Date): number
}

const UTC: ReaderZone = { minutesBehindUtc: () => 0 }
const FORM = /^[\w+\-/]{1,40}$/
/** More than there are time zones, so invented names cannot fill the memory. */
const KEPT = 700

const known = new Map<string, ReaderZone>()

/** Returns the zone that the request's cookie names; UTC without a cookie, and for a name that is not a time zone. */
export function readerZone({ headers }: Pick<FastifyRequest, 'headers'>): ReaderZone {
  const name = parseCookie(headers.cookie ?? '')[ZONE_COOKIE] ?? ''
  return known.get(name) ?? zoneNamed(name) ?? UTC
}

function zoneNamed(name: string): ReaderZone | null {
  if (!FORM.test(name)) return null
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    const zone: ReaderZone = { minutesBehindUtc: (moment) => behindUtc(clock, moment) }
    if (known.size < KEPT) known.set(name, zone)
    return zone
  } catch {
    return null
  }
}

function behindUtc(clock: Intl.DateTimeFormat, moment: Date): number {
  const said = Object.fromEntries(
    clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = said
  const there = Date.UTC(year, month - 1, day, hour, minute)
  return Math.floor(moment.getTime() / 60_000) - there / 60_000
}

const rendering = new AsyncLocalStorage<ReaderZone>()

/** Renders for a reader in that zone, however often the rendering waits. */
export const inZone = <T>(zone: ReaderZone, render: () => Promise<T>): Promise<T> =>
  rendering.run(zone, render)

/** Returns how far behind UTC the zone of the page being rendered is; in a page for everyone, the server's own zone. */
export const minutesBehindUtcHere = (moment: Date): number =>
  rendering.getStore()?.minutesBehindUtc(moment) ?? moment.getTimezoneOffset()
