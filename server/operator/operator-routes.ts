import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { bankDispute, sendBankEvidence } from './bank-dispute-service.ts'
import {
  differences,
  noteDifference,
  resolveByHand,
  takeDifference,
} from './differences-service.ts'
import { deliverables } from './deliverables-service.ts'
import { giveUp, jobs, retryJob } from './jobs-service.ts'
import { actsPage } from '#server/operator/acts/operator-acts.ts'
import { overview } from './overview-service.ts'
import { confirmProposal, proposals, rejectProposal, withdrawProposal } from './proposal-service.ts'
import { payment, payments } from './payments-service.ts'
import { project, projects } from './projects-service.ts'
import { ban, endSessions, people, person, unban } from './people-service.ts'
import { beginView, endView } from './view-service.ts'
import { operators, setRole } from '#server/operator/roles/role-service.ts'
import { webhookDeliveries } from './webhook-deliveries.ts'
import { applyWebhookAgain, webhooks } from './webhooks-service.ts'

/** The console's calls; `routes.operators` refuses everyone else. */
export function operatorRoutes(routes: Routes, deps: Deps): void {
  routes.operators('operator.overview', ({ viewer, now }) => overview(deps, viewer, now))
  routes.operators('operator.activity', ({ query }) => actsPage(deps.pool, query))
  routes.operators('operator.operators', ({ now }) => operators(deps, now))
  routes.operators('operator.set_role', ({ viewer, params, body, now }) =>
    setRole(deps, { viewer, personId: params.id, ...body, now }),
  )
  peopleRoutes(routes, deps)
  proposalRoutes(routes, deps)

  routes.operators('operator.projects', ({ query }) => projects(deps, query))
  routes.operators('operator.project', ({ params }) => project(deps, params.id))
  routes.operators('operator.deliverables', ({ params, query }) =>
    deliverables(deps, params.id, query.after),
  )
  routes.operators('operator.payments', ({ query }) => payments(deps, query))
  routes.operators('operator.payment', ({ viewer, params }) => payment(deps, viewer, params.id))
  routes.operators('operator.bank_dispute', ({ params, now }) => bankDispute(deps, params.id, now))
  routes.operators('operator.send_bank_evidence', ({ viewer, params, body, now }) =>
    sendBankEvidence(deps, { viewer, paymentId: params.id, ...body, now }),
  )

  routes.operators('operator.webhooks', ({ query }) => webhooks(deps, query))
  routes.operators('operator.webhook_deliveries', ({ now }) => webhookDeliveries(deps, now))
  routes.operators('operator.apply_webhook', ({ viewer, params, body }) =>
    applyWebhookAgain(deps, { viewer, ...params, ...body }),
  )
  routes.operators('operator.jobs', ({ query }) => jobs(deps, query))
  routes.operators('operator.retry_job', ({ viewer, params, body }) =>
    retryJob(deps, { viewer, ...params, ...body }),
  )
  routes.operators('operator.give_up_job', ({ viewer, params, body }) =>
    giveUp(deps, { viewer, ...params, ...body }),
  )
  differenceRoutes(routes, deps)
}

function peopleRoutes(routes: Routes, deps: Deps): void {
  routes.operators('operator.people', ({ query, now }) => people(deps, { ...query, now }))
  routes.operators('operator.person', ({ params, now }) => person(deps, params.id, now))
  routes.operators('operator.ban', ({ viewer, params, body, now }) =>
    ban(deps, { viewer, personId: params.id, ...body, now }),
  )
  routes.operators('operator.unban', ({ viewer, params, body, now }) =>
    unban(deps, { viewer, personId: params.id, ...body, now }),
  )
  routes.operators('operator.begin_view', ({ viewer, params, body, now }) => {
    const { reason, reason_kind: kind } = body
    return beginView(deps, { viewer, personId: params.id, reason, kind, now })
  })
  routes.operators('operator.end_view', ({ viewer, params, now }) =>
    endView(deps, { viewer, ...params, now }),
  )
  routes.operators('operator.end_sessions', ({ viewer, params, body, now }) =>
    endSessions(deps, { viewer, personId: params.id, ...body, now }),
  )
}

function proposalRoutes(routes: Routes, deps: Deps): void {
  routes.operators('operator.proposals', ({ viewer }) => proposals(deps, viewer))
  routes.operators('operator.confirm_proposal', ({ viewer, params, body, now }) =>
    confirmProposal(deps, { viewer, ...params, ...body, now }),
  )
  routes.operators('operator.reject_proposal', ({ viewer, params, body, now }) =>
    rejectProposal(deps, { viewer, ...params, ...body, now }),
  )
  routes.operators('operator.withdraw_proposal', ({ viewer, params, body, now }) =>
    withdrawProposal(deps, { viewer, ...params, ...body, now }),
  )
}

function differenceRoutes(routes: Routes, deps: Deps): void {
  routes.operators('operator.differences', ({ viewer, query }) => differences(deps, viewer, query))
  routes.operators('operator.take_difference', ({ viewer, params }) =>
    takeDifference(deps, { viewer, ...params }),
  )
  routes.operators('operator.note_difference', ({ viewer, params, body }) =>
    noteDifference(deps, { viewer, ...params, ...body }),
  )
  routes.operators('operator.resolve_difference', ({ viewer, params, body, now }) =>
    resolveByHand(deps, { viewer, ...params, ...body, now }),
  )
}
