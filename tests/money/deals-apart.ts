import { rows, sql } from '#server/db/sql.ts'
import type { Run } from './run.ts'
import type { Step } from './steps.ts'
import { Violation } from './violation.ts'

/** What people do about one deal. Everything else may move along with whatever waits for any of them. */
const ABOUT_ONE: ReadonlySet<Step['do']> = new Set([
  'fund',
  'fund_by_card',
  'fund_extra',
  'fund_extra_by_card',
  'release',
  'refund',
  'approve',
  'cancel_project',
  'wrong_party',
  'decide',
  'propose_price',
  'agree_price',
  'call_off',
  'extend',
  'withdraw_extension',
  'fund_extension',
  'fund_extension_by_card',
])

/** The state of some deals' money, by payment. */
type Standing = ReadonlyMap<string, string>

/** Returns the state of the money of every other deal before a step that is about one; null for any other step. */
export async function othersOf(run: Run, step: Step): Promise<Standing | null> {
  if (!ABOUT_ONE.has(step.do) || !('deal' in step)) return null
  const others = [...run.deals.keys()].filter((deal) => deal !== step.deal)
  return standing(
    run,
    others.flatMap((deal) => run.allOf(deal)),
  )
}

/** @throws Violation when a step about one deal of a brand changed the money of another. */
export async function untouched(run: Run, before: Standing | null): Promise<void> {
  if (before === null) return
  const after = await standing(run, [...before.keys()])
  for (const [id, was] of before)
    if (after.get(id) !== was)
      throw new Violation('apart', `a step about another deal made ${was} ${after.get(id)}`)
}

async function standing({ world }: Run, payments: readonly string[]): Promise<Standing> {
  const found = await rows<{ id: string; stands: string }>(
    world.pool,
    sql`select id, concat_ws(' ', status, moving, amount, agreed_refund, decided_refund, attempt) as stands
      from payments where id = any(${payments}::uuid[])`,
  )
  return new Map(found.map(({ id, stands }) => [id, stands]))
}
