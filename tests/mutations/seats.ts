import type { Mutation } from './mutation.ts'

const source = 'docs/decisions/0077-seats.md'
const races = ['server/seats/hiring-races.test.ts']
const rules = ['server/seats/hiring.test.ts']

/** Projects that hire several creators: how many, for how much, until when, and who learns of whom. */
export const SEATS: readonly Mutation[] = [
  {
    rule: 'no one is hired past the last seat',
    source,
    file: 'server/applications/split-off.ts',
    find: 'hired >= listing.seats',
    replace: 'hired > listing.seats',
    tests: races,
    named: 'fill the seats',
  },
  {
    rule: 'hires together never cost more than the total budget',
    source,
    file: 'server/applications/application-policy.ts',
    find: 'taken.committed + price > project.budget_total',
    replace: 'price > project.budget_total',
    tests: races,
    named: 'never go over the budget',
  },
  {
    rule: 'a project that hired ends with the last of its deals',
    source,
    file: 'server/projects/project-moves.ts',
    find: 'if (open > 0) return',
    replace: 'if (open >= 0) return',
    tests: races,
    named: 'two last deals',
  },
  {
    rule: 'the last day of hiring counts, and no later one',
    source,
    file: 'server/applications/application-policy.ts',
    find: 'project.hiring_until !== null && isPast(project.hiring_until, now)',
    replace: 'project.hiring_until !== null && taken.hired < 0',
    tests: rules,
    named: 'is refused past the seats',
  },
  {
    rule: 'whoever was hired does not apply to the same project again',
    source,
    file: 'server/projects/project-store.ts',
    find: '          or ${ownDealOf(viewerId)} is not null)',
    replace: '          )',
    tests: rules,
    named: 'no one applies twice',
  },
  {
    rule: 'a bulk hire takes applications to its own project only',
    source,
    file: 'server/seats/hiring-service.ts',
    find: 'assertMay((found.listing_id ?? found.project_id) === id)',
    replace: 'assertMay(found.id === applicationId)',
    tests: rules,
    named: 'of its own applications',
  },
  {
    rule: 'what all hires may cost is for the owner alone',
    source,
    file: 'server/projects/project-presenter.ts',
    find: '...(owned && project.seats > 1',
    replace: '...(project.seats > 1',
    tests: rules,
    named: 'only its brand for how much',
  },
  {
    rule: 'the others who wait are not answered before the last seat is taken',
    source,
    file: 'server/applications/hire.ts',
    find: 'if (project.seats === 1) return start',
    replace: 'if (project.seats >= 1) return start',
    tests: rules,
    named: 'of the last seat answers',
  },
]
