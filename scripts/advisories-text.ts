/** The findings of `npm audit --json`, or why there are none. */
export type Audit =
  | { outcome: 'none' }
  | { outcome: 'found'; lines: readonly string[] }
  | { outcome: 'unanswered'; why: string }

interface Advisory {
  title?: string
  url?: string
  severity?: string
  range?: string
}

interface Report {
  auditReportVersion?: number
  vulnerabilities?: Record<string, { via?: readonly (string | Advisory)[] }>
  message?: string
  error?: { code?: string; summary?: string }
}

/**
 * Reads the output of `npm audit --json`. Distinguishes a registry that does not respond from one that knows of no
 * advisory: npm ends with the same status for both.
 */
export function readAudit(output: string): Audit {
  let report: Report
  try {
    report = JSON.parse(output) as Report
  } catch {
    return { outcome: 'unanswered', why: 'npm printed no report' }
  }
  if (report.auditReportVersion === undefined || report.vulnerabilities === undefined) {
    const why = [report.error?.code, report.error?.summary, report.message].find((one) => one)
    return { outcome: 'unanswered', why: why ?? 'npm printed no report' }
  }
  // A package is also listed for its vulnerable dependencies: by their names, which have entries of their own.
  const lines = Object.entries(report.vulnerabilities).flatMap(([name, { via = [] }]) =>
    via
      .filter((one) => typeof one !== 'string')
      .map(({ severity, title, range, url }) => `${name} ${range}: ${severity}, ${title} (${url})`),
  )
  return lines.length === 0 ? { outcome: 'none' } : { outcome: 'found', lines }
}
