import type { AmountRule } from './amount-text.ts'
import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/** SPEC §4. draft is unpublished; creators browse active ones only. */
export const PROJECT_STATUSES = [
  'draft',
  'active',
  'in_progress',
  'completed',
  'cancelled',
] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

/** SPEC §3. */
export const CATEGORIES = [
  'fashion',
  'tech',
  'lifestyle',
  'beauty',
  'fitness',
  'food',
  'travel',
  'gaming',
  'home',
  'other',
] as const
export type Category = (typeof CATEGORIES)[number]

/**
 * draft ─publish→ active ─start→ in_progress ─complete→ completed
 *   └──────────cancel──┴──────────cancel──┘→ cancelled            (decisions P12, P14)
 * start happens when an application is accepted, complete when the payment is released.
 */
export const projectTransitions = {
  publish: { from: ['draft'], to: 'active', by: ['owner'] },
  start: { from: ['active'], to: 'in_progress', by: ['system'] },
  complete: { from: ['in_progress'], to: 'completed', by: ['system'] },
  cancel: { from: ['draft', 'active', 'in_progress'], to: 'cancelled', by: ['owner'] },
} as const satisfies TransitionTable<ProjectStatus, 'owner' | 'system'>

/** Decision P14: all fields may change here; from in_progress on only details and pictures may be added. */
export const EDITABLE_PROJECT_STATUSES: readonly ProjectStatus[] = ['draft', 'active']

/** SPEC §5: the rule for a budget. */
export const BUDGET_RULE: AmountRule = { called: 'budget', leastCents: 0 }

/** Five pictures is SPEC §5; lengths are bounds where the spec has none, in characters. */
export const PROJECT_LIMITS = {
  title: 140,
  description: 5_000,
  product_details: 5_000,
  product_images: 5,
  search: 200,
  /** Projects per page of Available Projects. */
  page: 24,
  /** SPEC §9: Recent Projects on the dashboard. */
  recent: 3,
} as const

/** The sort orders of Available Projects; the first is the default. */
export const PROJECT_SORTS = ['newest', 'deadline', 'budget', 'relevance'] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]

/** Days before the deadline at which an accepted creator who has not delivered gets a reminder. Our choice. */
export const DEADLINE_REMINDER_DAYS = [3, 1] as const

export const projectRoutes = {
  'projects.list': 'GET /api/projects',
  'projects.mine': 'GET /api/projects/mine',
  'projects.of_brand': 'GET /api/profiles/:id/projects',
  'projects.get': 'GET /api/projects/:id',
  'projects.create': 'POST /api/projects',
  'projects.update': 'PATCH /api/projects/:id',
  'projects.publish': 'POST /api/projects/:id/publish',
  'projects.cancel': 'POST /api/projects/:id/cancel',
} as const

/** A project without a brief has a description written by its brand. */
export const DESCRIPTION_REQUIRED = 'Describe what you need.'

/** A refusal that a page also displays: in a separate constant, so that no page loads every refusal. */
export const DEADLINE_PASSED = 'Choose a deadline that is not in the past.'

export const projectErrors = {
  'project.not_editable': {
    status: 409,
    message:
      'A creator has been accepted, so only product details and pictures can still be added.',
  },
  'project.closed': { status: 409, message: 'This project is no longer open.' },
  'project.licence_priced': {
    status: 409,
    message: 'Someone has named a price for this licence. Answer who has applied first.',
  },
  'project.already_saved': {
    status: 409,
    message: 'This project is already saved. Open it in My Projects to change it.',
  },
  'project.not_publishable': { status: 409, message: 'Only a draft can be published.' },
  'project.deadline_passed': { status: 422, message: DEADLINE_PASSED },
  'project.money_held': {
    status: 409,
    message: 'Money is held for this project. Release or return it before cancelling.',
  },
} as const satisfies Record<string, ErrorEntry>
