import type { ErrorEntry } from './error-entry.ts'
import type { ProjectStatus } from './projects.ts'
import type { TransitionTable } from './transitions.ts'

/** The number of creators a project may want, and the number of rows one bulk action takes. Our choice. */
export const SEAT_LIMITS = { most: 50, bulk: 20 } as const

/**
 * How hiring ends before every seat is taken, besides `cancel` of projectTransitions. When all seats are taken, it ends
 * by `start`. Deals that were hired continue by themselves; the project completes when the last of its deals is over.
 * active ─close→ in_progress someone was hired
 *      └──lapse→ cancelled        no one was, and the last day has passed
 */
export const hiringTransitions = {
  close: { from: ['active'], to: 'in_progress', by: ['owner', 'system'] },
  lapse: { from: ['active'], to: 'cancelled', by: ['system'] },
} as const satisfies TransitionTable<ProjectStatus, 'owner' | 'system'>

/** How hiring several creators ended: when the last of them was hired, when its brand closed it, or on its last day. */
export const HIRING_ENDS = ['filled', 'closed', 'over'] as const
export type HiringEnd = (typeof HIRING_ENDS)[number]

export const seatErrors = {
  'project.filled': { status: 409, message: 'Every creator this project wanted is hired.' },
  'project.hiring_over': { status: 409, message: 'Hiring for this project is over.' },
  /** In the editor beside its field, and elsewhere by itself. */
  'project.hiring_until_passed': {
    status: 422,
    message: 'The last day of hiring has passed. Choose a later one before you post the project.',
  },
  'project.budget_exceeded': {
    status: 409,
    message: 'This hire would go over the project’s total budget.',
  },
  /** One side alone cannot move a deal's own deadline, so no deal begins with a deadline in the past. */
  'project.due_over': {
    status: 409,
    message:
      'The deadline of this project has passed. Choose a later one under Edit Project, then hire.',
  },
  'project.seats_taken': {
    status: 409,
    message:
      'Choose more creators than you have hired already. To hire no one else, close hiring instead.',
  },
  'project.no_one_hired': {
    status: 409,
    message: 'No one is hired yet. Cancel the project if you no longer need it.',
  },
  'project.hires_one': { status: 409, message: 'This project hires one creator.' },
} as const satisfies Record<string, ErrorEntry>
