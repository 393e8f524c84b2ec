/**
 * Which rules of the complete style sheet a page carries in its own. The sheet is served with one rule per line
 * (scripts/used-styles.ts); a line that ends with `{` begins a block such as `@media`, which every page has, and `}`
 * ends it. All other lines are numbered from 0.
 */
export interface OwnStyles {
  /** How many rules the page's sheet has, with its blocks. A browser that knows fewer selectors leaves some out. */
  count: number
  /** By its number: whether the page has the rule. */
  present: readonly boolean[]
}

/** As the value of `data-own-styles`: the count, and then how many rules in turn are absent, present, absent… */
export function writeOwnStyles({ count, present }: OwnStyles): string {
  const runs: number[] = []
  let length = 0
  let last = false
  for (const one of present) {
    if (one !== last) {
      runs.push(length)
      length = 0
      last = one
    }
    length += 1
  }
  return [count, ...runs, length].join(' ')
}

/** Reads what `writeOwnStyles` wrote. */
export function readOwnStyles(text: string): OwnStyles {
  const [count = 0, ...runs] = text.split(' ').map(Number)
  const present = runs.flatMap((length, run) => Array<boolean>(length).fill(run % 2 === 1))
  return { count, present }
}
