/** The part of vitest's JSON report that a verdict needs. */
export interface Report {
  testResults: readonly {
    name: string
    status: string
    message?: string
    assertionResults: readonly { fullName: string; status: string }[]
  }[]
}

/**
 * The outcome of a mutation:
 * - killed: a test ran and failed;
 * - survived: every test passed;
 * - timed out: the tests did not end, so none was seen to fail;
 * - broken: no test failed, yet a file or its set-up did, as when the mutated source does not parse;
 * - stale: its text no longer occurs exactly once, or none of its tests ran.
 */
export interface Verdict {
  outcome: 'killed' | 'survived' | 'timed out' | 'broken' | 'stale'
  /** The first test that failed, or what went wrong. */
  detail: string
}

/** Judges a mutation by the report of its tests; the report is null when they did not finish in time. */
export function judge(report: Report | null): Verdict {
  if (report === null) return { outcome: 'timed out', detail: '' }
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')
  if (failed) return { outcome: 'killed', detail: failed.fullName }
  const brokenFile = report.testResults.find(({ status }) => status === 'failed')
  if (brokenFile) return { outcome: 'broken', detail: brokenFile.message ?? brokenFile.name }
  const ran = tests.some(({ status }) => status === 'passed')
  return ran
    ? { outcome: 'survived', detail: '' }
    : { outcome: 'stale', detail: 'none of its tests ran' }
}
