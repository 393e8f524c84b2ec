/** The outcome of the attempts of one family. */
export interface Tally {
  family: string
  attempts: number
  /** Attempts that achieved nothing. */
  held: number
  /** One sentence for each attempt that did achieve something. */
  findings: string[]
  /** Measured but not judged: "slowest answer under load: 12 ms". */
  facts: string[]
  /** Counts one attempt: `complaint` says what went wrong, or is null. */
  count(what: string, complaint: string | null): void
}

export function createTally(family: string): Tally {
  return {
    family,
    attempts: 0,
    held: 0,
    findings: [],
    facts: [],
    count(what, complaint) {
      this.attempts += 1
      if (complaint === null) this.held += 1
      else this.findings.push(`${what}: ${complaint}`)
    },
  }
}

/** The report as a table: family, attempts, held, findings; measured facts and each finding below it. */
export function tableOf(tallies: readonly Tally[]): string {
  const line = (name: string, ...counts: (number | string)[]) =>
    name.padEnd(22) + counts.map((count) => String(count).padStart(10)).join('')
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, one) => total + of(one), 0)
  return [
    line('family', 'attempts', 'held', 'findings'),
    ...tallies.map((one) => line(one.family, one.attempts, one.held, one.findings.length)),
    line(
      'all',
      sum((one) => one.attempts),
      sum((one) => one.held),
      sum((one) => one.findings.length),
    ),
    '',
    ...tallies.flatMap((one) => one.facts.map((fact) => `${one.family}: ${fact}`)),
    ...tallies.flatMap((one) => one.findings.map((found) => `FOUND  ${one.family}: ${found}`)),
  ].join('\n')
}
