import type { Session } from '#scripts/demo/session.ts'
import type { Stage } from '#scripts/demo/stage.ts'
import type { Moment } from '#scripts/demo/timeline.ts'
import { ACTS, PACE } from './acts.ts'
import type { MarketDeal } from './deal.ts'
import { type Scene, scenesOf } from './endings.ts'
import type { Play } from './play.ts'

const DAY_MS = 86_400_000
/** Acts older than this happen by day in America: 13 to 23 h UTC. Younger ones stay where they are. */
const RECENT_DAYS = 2
/** Deals that were posted more than this many days ago are distinguished by parts of a day. */
const LONG_DAYS = 15
const DAY_STARTS_MS = 13 * 3_600_000
const DAY_LASTS = 10 / 24

/** Returns when each scene of a deal happens, from its posting to its last event. */
export function timesOf(deal: MarketDeal, today: Date): (Scene & { at: Date })[] {
  const scenes = scenesOf(deal)
  const whole = scenes.reduce((sum, { act }) => sum + PACE[act], 0)
  const earlier = apart(deal)
  let passed = 0
  return scenes.map((scene) => {
    passed += PACE[scene.act]
    const ago = deal.posted + earlier - (whole === 0 ? 0 : (deal.took * passed) / whole)
    return { ...scene, at: byDay(new Date(today.getTime() - ago * DAY_MS), today) }
  })
}

/** Returns the moments of one deal, played by `who`. */
export function momentsOf(
  stage: Stage,
  deal: MarketDeal,
  who: () => { seller: Session; operator: Session; cast: ReadonlyMap<string, Session> },
  today: Date,
): Moment[] {
  const play: Omit<Play, 'seller' | 'operator' | 'cast'> = {
    stage,
    deal,
    projectId: '',
    orderId: '',
    applications: new Map(),
    deliverables: [],
    checkout: '',
    disputeId: '',
  }
  return timesOf(deal, today).map(({ act, nth, at }) => ({
    at,
    play: () => ACTS[act](Object.assign(play, who()), nth),
  }))
}

/** A long deal's own part of a day, by its title: otherwise whole days would all end at the same minute. */
const apart = ({ title, posted }: MarketDeal): number =>
  posted < LONG_DAYS ? 0 : (Buffer.from(title).reduce((sum, letter) => sum + letter, 0) % 83) / 100

/** Moves a moment into working hours; the order of moments stays. */
export function byDay(at: Date, today: Date): Date {
  const day = Math.floor(at.getTime() / DAY_MS) * DAY_MS
  if (day >= Math.floor(today.getTime() / DAY_MS - RECENT_DAYS) * DAY_MS) return at
  return new Date(day + DAY_STARTS_MS + (at.getTime() - day) * DAY_LASTS)
}
