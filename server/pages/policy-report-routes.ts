import type { FastifyInstance } from 'fastify'
import { POLICY_REPORT_RATE } from '#contract/rate-limits.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'
import { networkOf } from '#server/limits/network.ts'
import { POLICY_REPORTS_PATH, readPolicyReport } from './policy-reports.ts'

/** Bytes of one body. A report has some 1,500, most of them our own policy. */
const BODY_BYTES = 32 * 1024
/** The maximum number of log lines per minute: the first ones show what is wrong, and the metric counts them all. */
const LOGGED = { burst: 10, refill: 10, seconds: 60 }

/**
 * POST /policy-reports: what browsers report that they blocked on a page. Reports are counted, and a few are logged;
 * nothing is stored, and none of it is about a person. Returns the counts since the start, by directive.
 */
export function policyReportRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'clock'>,
): () => ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const reports = createLocalBuckets(POLICY_REPORT_RATE)
  const lines = createLocalBuckets(LOGGED)
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'string' },
      (_request, body, done) => readJson(body as string, done),
    )
    scope.post(POLICY_REPORTS_PATH, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const now = deps.clock().getTime()
      const wait = reports.take(networkOf(request.ip), now)
      if (wait > 0) throw new AppError('request.too_many', { retryAfter: wait })
      const report = readPolicyReport(request.body)
      if (report !== null) {
        counts.set(report.directive, (counts.get(report.directive) ?? 0) + 1)
        if (lines.take('all', now) === 0) request.log.warn(report, 'a page kept something out')
      }
      return reply.status(204).send()
    })
  })
  return () => counts
}
