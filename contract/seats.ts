import type { ErrorEntry } from './error-entry.ts'
import type { ProjectStatus } from './projects.ts'
import type { TransitionTable } from './transitions.ts'

/** How many creators a project may want, and how many rows one bulk action takes. Ours. */
export const SEAT_LIMITS = { most: 50, bulk: 20 } as const

/**
 * How hiring ends before every seat is taken, besides `cancel` of projectTransitions. Full, it ends by `start`. What was
 * hired goes on by itself; the project completes when the last of its deals is over.
 * active ─close→ in_progress      someone was hired
 *      └──lapse→ cancelled        no one was, and the last day has passed
 */
export const hiringTransitions = {
  close: { from: ['active'], to: 'in_progress', by: ['owner', 'system'] },
  lapse: { from: ['active'], to: 'cancelled', by: ['system'] },
} as const satisfies TransitionTable<ProjectStatus, 'owner' | 'system'>

/** How hiring several creators ended: with the last of them, closed by its brand, or with its last day. */
export const HIRING_ENDS = ['filled', 'closed', 'over'] as const
export type HiringEnd = (typeof HIRING_ENDS)[number]

export const seatErrors = {
  'project.filled': { status: 409, message: 'Every creator this project wanted is hired.' },
  'project.hiring_over': { status: 409, message: 'Hiring for this project is over.' },
  'project.budget_exceeded': {
    status: 409,
    message: 'This hire would go over the project’s total budget.',
  },
  /** A deal's own deadline cannot be moved by one side, so it never begins in the past. */
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
