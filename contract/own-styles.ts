/**
 * The rules of the complete style sheet that a page has inline. The sheet is served with one rule per line
 * (scripts/used-styles.ts). A line that ends with `{` begins a block such as `@media`, which every page has, and `}`
 * ends it. All other lines are numbered from 0.
 */
export interface OwnStyles {
  /** The number of rules in the page's sheet, counting its blocks. A browser that knows fewer selectors drops some. */
  count: number
  /** By rule number: whether the page has the rule. */
  present: readonly boolean[]
}

/**
 * Returns the value of `data-own-styles`: the count, and then the lengths of the alternating runs of absent and present
 * rules: absent, present, absent…
 */
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
