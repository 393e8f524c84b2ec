import type { z } from 'zod'
import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'

/**
 * Returns what is wrong with an input: one sentence per field, the first one. Both the number of problems and their
 * lengths are bounded (REQUEST_BOUNDS), because field names may come from the caller.
 */
export function problemFields(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    if (fields.size >= REQUEST_BOUNDS.problems) break
    const path = cut(issue.path.join('.') || 'body', REQUEST_BOUNDS.problemPath)
    if (!fields.has(path)) fields.set(path, cut(issue.message, REQUEST_BOUNDS.problemText))
  }
  return Object.fromEntries(fields)
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`
