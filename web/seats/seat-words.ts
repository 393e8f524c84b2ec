import { hiredOf } from '#contract/deal-sentences.ts'
import { formatUsd } from '#contract/money.ts'
import type { Project, ProjectDetail } from '#contract/project-schemas.ts'
import { SEAT_LIMITS } from '#contract/seats.ts'
import { countOf } from '#web/projects/project-words.ts'

type Hiring = NonNullable<Project['hiring']>
type Budget = ProjectDetail['hiring_budget']

/** What a brand reads of a project for which it hires several creators. */
export const seatWords = {
  /** "3 of 8 hired · $750.00 of $2,000.00 committed". */
  progress: (hiring: Hiring, budget: Budget): string =>
    budget === undefined ? hiredOf(hiring) : `${hiredOf(hiring)} · ${committed(budget)}`,
  until: 'Hiring until',
  /** The budget of one of them. */
  each: 'Budget for each',
  tabs: { applications: 'Applications', hires: 'Hired' },
  hires: {
    none: 'No one is hired yet',
    noneText: 'Accept an application: each creator you hire gets a project of their own here.',
    failed: 'We could not load whom you hired.',
    open: 'Open project',
    all: (count: number) => `All ${countOf(count, 'hire')}`,
  },
  bulk: {
    select: (name: string) => `Select ${name}`,
    label: 'Select',
    selected: (count: number) => `${count} selected`,
    /** "Hire 3 ($1,250.00)". */
    hire: (count: number, sum: string) => `Hire ${count} (${sum})`,
    clear: 'Clear',
    title: (count: number) => `Hire ${countOf(count, 'creator')}?`,
    next: 'Each gets a project of their own, is told, and a conversation opens. You fund each of them by itself afterwards.',
    busy: 'Hiring...',
    doneTitle: (hired: number, asked: number) =>
      hired === asked ? `${countOf(hired, 'creator')} hired` : `${hired} of ${asked} hired`,
    hired: 'Hired',
    refused: 'Not hired',
    done: 'Done',
    /** At most so many at once. */
    most: `You can hire ${SEAT_LIMITS.bulk} at once.`,
  },
  close: {
    button: 'Close Hiring',
    title: (hiring: Hiring) => `Close hiring with ${hiredOf(hiring)}?`,
    waiting: (count: number): string => {
      if (count === 0) return 'No application waits for an answer.'
      return count === 1
        ? '1 application waits for an answer. Its creator is told that the project is filled.'
        : `${count} applications wait for an answer. Their creators are told that the project is filled.`
    },
    goesOn:
      'Whoever is hired goes on as agreed. No one can apply any more, and this cannot be taken back.',
    busy: 'Closing...',
    done: 'Hiring is closed',
  },
} as const

const committed = ({ total, committed: spent }: NonNullable<Budget>): string =>
  total === null
    ? `${formatUsd(spent)} committed`
    : `${formatUsd(spent)} of ${formatUsd(total)} committed`
