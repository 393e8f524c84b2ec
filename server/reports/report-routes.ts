import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { answerAppeal, appealsPage, sanctionsPage } from './appeal-queue.ts'
import { actOnReport } from './report-act-service.ts'
import { dismissReport, reportDetail, reportsPage, takeReport } from './report-queue.ts'
import { createReport } from './report-service.ts'
import { appealSanction, readSanction } from './sanction-service.ts'

/** A page behind a mailed key must not be indexed or cached, and sends no referrer. */
const KEYED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' } as const

/** Reports, the operators' queue, and the statements of reasons with their appeals. */
export function reportRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('reports.create', async ({ viewer, body, now }) => {
    await createReport(deps, viewer, body, now)
    return { reported: true as const }
  })
  routes.anyone(
    'sanctions.get',
    ({ viewer, params, query, now }) =>
      readSanction(deps, { viewer, id: params.id, key: query.key, now }),
    KEYED,
  )
  routes.anyone(
    'sanctions.appeal',
    ({ viewer, params, query, body, request, now }) =>
      appealSanction(deps, {
        viewer,
        id: params.id,
        key: query.key,
        body: body.body,
        ip: request.ip,
        now,
      }),
    KEYED,
  )
  routes.operators('operator.reports', ({ query }) => reportsPage(deps, query))
  routes.operators('operator.report', ({ params, now }) => reportDetail(deps, params.id, now))
  routes.operators('operator.take_report', ({ viewer, params, now }) =>
    takeReport(deps, viewer, params.id, now),
  )
  routes.operators('operator.dismiss_report', ({ viewer, params, body, now }) =>
    dismissReport(deps, { viewer, id: params.id, reason: body.reason, now }),
  )
  routes.operators('operator.act_on_report', ({ viewer, params, body, now }) =>
    actOnReport(deps, { viewer, id: params.id, ...body, now }),
  )
  routes.operators('operator.sanctions', ({ query, now }) => sanctionsPage(deps, { ...query, now }))
  routes.operators('operator.appeals', ({ query, now }) =>
    appealsPage(deps, { after: query.after, now }),
  )
  routes.operators('operator.answer_appeal', ({ viewer, params, body, now }) =>
    answerAppeal(deps, { viewer, id: params.id, ...body, now }),
  )
}
