import type { Chance } from '#tests/fuzz/chance.ts'
import type { Tally } from './tally.ts'
import type { Target } from './target.ts'

/** How much of each family to try. */
export interface Draws {
  /** A few of each, for a run that takes seconds. */
  isShort: boolean
  chance: Chance
  /** Members of a list, drawn by the seed: `few` in a short run, otherwise `many`, or all of them. */
  some<T>(list: readonly T[], few: number, many?: number): readonly T[]
}

/** Attacks of one kind. */
export interface Family {
  name: string
  attack(target: Target, tally: Tally, draws: Draws): Promise<void>
}

export function drawsOf(isShort: boolean, chance: Chance): Draws {
  return {
    isShort,
    chance,
    some(list, few, many = Infinity) {
      const count = isShort ? few : many
      if (list.length <= count) return list
      const left = [...list]
      return Array.from({ length: count }, () => left.splice(chance.below(left.length), 1)).flat()
    },
  }
}
