import { createChance } from '#tests/fuzz/chance.ts'
import { everyRoute } from './every-route.ts'
import { bombFamily } from './bombs.ts'
import { drawsOf, type Family } from './family.ts'
import { floods } from './floods.ts'
import { foreignFields } from './foreign-fields.ts'
import { forgedTokens } from './forged-tokens.ts'
import { polyglotFamily } from './polyglots.ts'
import { races } from './races.ts'
import { slowClients } from './slow-clients.ts'
import { smuggling } from './smuggling.ts'
import { strangers } from './strangers.ts'
import { createTally, type Tally } from './tally.ts'
import { startTarget } from './target.ts'

const FAMILIES: readonly Family[] = [
  strangers,
  everyRoute,
  foreignFields,
  forgedTokens,
  smuggling,
  bombFamily,
  polyglotFamily,
  races,
  floods,
]

/** The options of a run, and the database template it starts from (`startTestPostgres`). */
export interface AttackOptions {
  template: { templateUrl: string; servingRole: string }
  isShort: boolean
  seed: number
  /** The name of the only family to try. */
  only?: string | undefined
  say?: (line: string) => void
}

/** Runs every family against a separate product, which is removed afterwards. The same seed makes the same draws. */
export async function attack({
  template,
  isShort,
  seed,
  only,
  say,
}: AttackOptions): Promise<Tally[]> {
  const target = await startTarget(template)
  const draws = drawsOf(isShort, createChance(seed))
  try {
    const isWanted = ({ name }: Family) => only === undefined || name === only
    const waiting = createTally(slowClients.name)
    // This is all waiting, on the other process: the other families run meanwhile.
    const slow = isWanted(slowClients)
      ? slowClients.attack({ ...target, origin: target.limitedOrigin }, waiting, draws)
      : Promise.resolve()
    slow.catch(() => undefined)
    const tallies: Tally[] = []
    for (const family of FAMILIES.filter(isWanted)) {
      const tally = createTally(family.name)
      const began = performance.now()
      await family.attack(target, tally, draws)
      tallies.push(tally)
      say?.(
        `${family.name}: ${tally.held} of ${tally.attempts} held, ${((performance.now() - began) / 1_000).toFixed(1)} s`,
      )
    }
    await slow
    if (isWanted(slowClients)) tallies.push(waiting)
    const answers = createTally('every answer')
    answers.attempts = target.answers.count
    answers.held = target.answers.count - target.unfit.length
    answers.findings.push(...target.unfit)
    answers.facts.push(`the largest has ${Math.ceil(target.answers.largest / 1_024)} KiB`)
    return [...tallies, answers]
  } finally {
    await target.close()
  }
}
