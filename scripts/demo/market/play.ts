import type { Session } from '#scripts/demo/session.ts'
import type { Stage } from '#scripts/demo/stage.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import type { MarketDeal } from './deal.ts'

/** A deal while it is played: who plays it, and what exists of it so far. */
export interface Play {
  stage: Stage
  deal: MarketDeal
  seller: Session
  cast: ReadonlyMap<string, Session>
  projectId: string
  /** The order of a package, if there was one. */
  orderId: string
  /** By the creator's key. */
  applications: Map<string, string>
  deliverables: string[]
  checkout: string
  disputeId: string
  /** The operator who decides. */
  operator: Session
}

/** The acts of a deal, by name; `nth` counts within the deal. */
export type Acts = Readonly<Record<string, (play: Play, nth: number) => Promise<void>>>

/** Throws where the script of the market lacks something that an act needs. */
export const present = <T>(what: T | null | undefined, name: string): T => {
  if (what === null || what === undefined) throw new Error(`the demo has no ${name}`)
  return what
}

/** A person of the cast, by key. */
export const castOf = ({ cast }: Play, key: string) => present(cast.get(key), key)
/** The creator the brand chose: the first applicant. */
export const chosenOf = (play: Play) => castOf(play, present(play.deal.offers[0], 'offer').by)
export const chosenApplication = (play: Play) =>
  present(play.applications.get(play.deal.offers[0]?.by ?? ''), 'chosen application')

const DAY_MS = 86_400_000

/** The day a project is due, as a UTC date. */
export const deadlineOf = ({ stage, deal }: Play): string =>
  new Date(stage.now().getTime() + deal.due * DAY_MS).toISOString().slice(0, 10)

interface MoneyOf {
  id: string
  charge: string | null
  transfer: string | null
  refund: string | null
}
/** A deal's own payment, and the provider's ids of its parts. */
export const moneyOf = ({ stage, projectId }: Play) =>
  oneRow<MoneyOf>(
    stage.pool,
    sql`select id, stripe_charge_id as charge, stripe_transfer_id as transfer, stripe_refund_id as refund
      from payments where project_id = ${projectId} and purpose = 'deal'`,
  )
