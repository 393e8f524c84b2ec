import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { inputOf, type Write, writes } from '#tests/access/writes.ts'
import { isOurFailure } from '#tests/fuzz/answer-budget.ts'
import { rowCounts } from './fingerprints.ts'
import type { Family } from './family.ts'
import type { Answer, Target } from './target.ts'

/** The number of concurrent calls: more than a double click, and as many as reach the database together. */
const TIMES = 5

const raced = writes.filter(({ one, actor }) => one.expect[actor] === 200)

/**
 * Makes the same call several times concurrently, as an actor who is allowed to make it. The calls may do no more than
 * the same calls in sequence do in an equal world: no table gets more rows. (More of them may succeed: of two people
 * who remove the same thing, both have removed it.) None fails inside, and in the end every promise about money still
 * holds.
 */
export const races: Family = {
  name: 'races',
  async attack(target, tally, { some }) {
    for (const write of some(raced, 6, 50))
      tally.count(`${write.key}, ${TIMES} times at once`, await raceComplaint(target, write))
    const broken = await brokenMoneyChecks(target.pool)
    tally.count(
      'every promise about money afterwards',
      broken.length === 0 ? null : JSON.stringify(broken).slice(0, 400),
    )
  },
}

async function raceComplaint(target: Target, write: Write): Promise<string | null> {
  const inTurn = await outcomeOf(target, write, async (call) => {
    const answers: Answer[] = []
    for (let turn = 0; turn < TIMES; turn += 1) answers.push(await call())
    return answers
  })
  const atOnce = await outcomeOf(target, write, (call) =>
    Promise.all(Array.from({ length: TIMES }, call)),
  )
  const failed = atOnce.answers.find(isOurFailure)
  if (failed !== undefined) return `answered ${failed.status} ${failed.body.slice(0, 200)}`
  for (const [table, added] of atOnce.added) {
    const most = Math.max(0, inTurn.added.get(table) ?? 0)
    if (added > most) return `${table} got ${added} rows, one after the other only ${most}`
  }
  return null
}

async function outcomeOf(
  target: Target,
  write: Write,
  makeAll: (call: () => Promise<Answer>) => Promise<Answer[]>,
): Promise<{ answers: Answer[]; added: Map<string, number> }> {
  const world = await target.anotherWorld()
  const input = inputOf(write, world)
  const before = await rowCounts(target.pool)
  const answers = await makeAll(() => target.call(world.people[write.actor], write.key, input))
  const after = await rowCounts(target.pool)
  return {
    answers,
    added: new Map([...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)])),
  }
}
