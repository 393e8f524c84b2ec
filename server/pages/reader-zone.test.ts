import { setImmediate as aMoment } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inZone, minutesBehindUtcHere, readerZone } from './reader-zone.ts'

const WINTER = new Date('2026-01-15T12:00:00Z')
const SUMMER = new Date('2026-07-15T12:00:59.999Z')
const zoneOf = (cookie: string | undefined) => readerZone({ headers: { cookie } })
const offsets = (cookie: string | undefined) =>
  [WINTER, SUMMER].map((moment) => zoneOf(cookie).minutesBehindUtc(moment))

test.each([
  ['Europe/Berlin', [-60, -120]],
  ['America/New_York', [300, 240]],
  ['Asia/Kathmandu', [-345, -345]],
  ['Asia/Calcutta', [-330, -330]],
  ['Pacific/Kiritimati', [-840, -840]],
  ['Etc/GMT+3', [180, 180]],
  ['UTC', [0, 0]],
])(
  'the zone %s in the cookie gives its offset from UTC in winter and in summer',
  (name, minutes) => {
    expect(offsets(`other=1; zone=${name}`)).toEqual(minutes)
    expect(offsets(`zone=${encodeURIComponent(name)}`)).toEqual(minutes)
  },
)

test.each([
  undefined,
  '',
  'zone=',
  'zone=Nowhere/Town',
  'zone=../../etc/passwd',
  `zone=${'a'.repeat(5_000)}`,
  'zone=%E0%A4%A',
  'zone=<script>',
])('a cookie without a valid zone falls back to UTC: %s', (cookie) => {
  expect(offsets(cookie)).toEqual([0, 0])
})

test('two pages that are rendered at once are each in their own reader’s zone', async () => {
  const render = async () => {
    const said = [minutesBehindUtcHere(WINTER)]
    await aMoment()
    return [...said, minutesBehindUtcHere(WINTER)]
  }
  const [berlin, newYork] = await Promise.all([
    inZone(zoneOf('zone=Europe/Berlin'), render),
    inZone(zoneOf('zone=America/New_York'), render),
  ])
  expect(berlin).toEqual([-60, -60])
  expect(newYork).toEqual([300, 300])
  expect(minutesBehindUtcHere(WINTER)).toBe(WINTER.getTimezoneOffset())
})
