import { hiredOf } from '#contract/deal-sentences.ts'
import { formatCents, formatUsd, sumWords } from '#contract/money.ts'
import type { Project, ProjectDetail } from '#contract/project-schemas.ts'
import { SEAT_LIMITS } from '#contract/seats.ts'
import { countOf } from '#web/projects/project-words.ts'

type Hiring = NonNullable<Project['hiring']>
type Applied = Pick<ProjectDetail, 'application_count' | 'to_answer'>
type Budget = ProjectDetail['hiring_budget']

/** The brand's texts about a project for which it hires several creators. */
export const seatWords = {
  /** "3 of 8 hired · $750.00 of $2,000.00 committed". */
  progress: (hiring: Hiring, budget: Budget): string =>
    budget === undefined ? hiredOf(hiring) : `${hiredOf(hiring)} · ${committed(budget)}`,
  /** "3, 1 to answer": all of them, and the number that the tab of applications counts. */
  applied: ({ application_count: all, to_answer: open }: Applied): string =>
    open ? `${all}, ${open} to answer` : String(all),
  until: 'Hiring until',
  /** The budget of one of them. */
  each: 'Budget for each',
  tabs: { applications: 'Applications', hires: 'Hired' },
  hires: {
    none: 'No one is hired yet',
    noneText: 'Accept an application, and the creator’s own project appears here.',
    failed: 'We could not load your hires.',
    open: 'Open project',
    all: (count: number) => `All ${countOf(count, 'hire')}`,
  },
  shippingList: 'Shipping list (CSV)',
  bulk: {
    select: (name: string) => `Select ${name}`,
    label: 'Select',
    selected: (count: number) => `${count} selected`,
    /** "Hire 3 ($1,250.00)". */
    hire: (count: number, sum: string) => `Hire ${count} (${sum})`,
    clear: 'Clear',
    title: (count: number) => `Hire ${countOf(count, 'creator')}?`,
    next: 'Each creator is notified and gets their own project and conversation. You fund each one separately.',
    busy: 'Hiring...',
    doneTitle: (hired: number, asked: number) =>
      hired === asked ? `${countOf(hired, 'creator')} hired` : `${hired} of ${asked} hired`,
    hired: 'Hired',
    refused: 'Not hired',
    done: 'Done',
    /** The maximum number in one action, whatever the action is. */
    most: `Choose at most ${SEAT_LIMITS.bulk} at once.`,
  },
  fund: {
    /** "Fund all (5 × $250 = $1,250.00)"; for different prices, their sum. */
    button: (cents: readonly number[]): string => {
      const [first = 0] = cents
      const sum = cents.reduce((one, other) => one + other, 0)
      return cents.every((one) => one === first)
        ? `Fund all (${sumWords(cents.length, first)})`
        : `Fund all (${formatCents(sum)})`
    },
    title: (count: number) => `Fund ${countOf(count, 'deal')}?`,
    each: 'Your card is charged once per deal, so a problem with one never affects the others.',
    card: 'Card',
    noCard: 'Save a card to fund all of them at once.',
    addCard: 'Save a Card',
    busy: 'Charging the card...',
    doneTitle: (funded: number, asked: number) =>
      funded === asked ? `${countOf(funded, 'deal')} funded` : `${funded} of ${asked} funded`,
    outcome: {
      funded: 'Funded',
      charging: 'Charging your card',
      confirm: 'Your bank needs you to confirm',
      unfunded: 'Not funded',
    },
    confirm: 'Confirm',
  },
  close: {
    button: 'Close Hiring',
    title: (hiring: Hiring) => `Close hiring with ${hiredOf(hiring)}?`,
    waiting: (count: number): string => {
      if (count === 0) return 'No applications are waiting.'
      return count === 1
        ? '1 application is still waiting. We’ll let its creator know that hiring is closed.'
        : `${count} applications are still waiting. We’ll let their creators know that hiring is closed.`
    },
    goesOn:
      'Everyone already hired continues as agreed. No one else can apply, and this cannot be undone.',
    busy: 'Closing...',
    done: 'Hiring is closed',
  },
} as const

const committed = ({ total, committed: spent }: NonNullable<Budget>): string =>
  total === null
    ? `${formatUsd(spent)} committed`
    : `${formatUsd(spent)} of ${formatUsd(total)} committed`
