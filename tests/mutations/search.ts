import type { Mutation } from './mutation.ts'

/** What a search finds and how pages follow each other. */
export const SEARCH: readonly Mutation[] = [
  {
    rule: 'strangers find only active projects',
    source: 'SPEC §4',
    file: 'server/projects/project-search.ts',
    find: "where projects.status = 'active' and ${sellerMayTrade(search.now)}\n        and (projects.created_at",
    replace:
      "where projects.status <> 'draft' and ${sellerMayTrade(search.now)}\n        and (projects.created_at",
    tests: ['server/projects/project-reading.test.ts'],
  },
  {
    rule: 'consecutive pages do not repeat a row',
    source: 'SPEC §2',
    file: 'server/projects/project-search.ts',
    find: '< (${place?.keys[0]',
    replace: '<= (${place?.keys[0]',
    tests: ['server/projects/project-reading.test.ts'],
  },
  {
    rule: 'sorting by deadline leaves out past ones',
    source: 'SPEC §2',
    file: 'server/projects/project-search.ts',
    find: "sort === 'deadline' ? today : null",
    replace: "sort === 'deadline' && today === '' ? today : null",
    tests: ['server/projects/project-search.test.ts'],
  },
  {
    rule: 'a filter of categories leaves the others out',
    source: 'SPEC §2',
    file: 'server/projects/project-search.ts',
    find: 'or projects.category = ${search.category})',
    replace: 'or projects.category <> ${search.category} or true)',
    tests: ['server/projects/project-reading.test.ts'],
  },
  {
    rule: 'counting stops at its limit and says so',
    source: 'SPEC §2',
    file: 'server/db/search.ts',
    find: 'if (counted <= COUNTED_TO) return',
    replace: 'if (counted <= COUNTED_TO * 100) return',
    tests: ['server/db/best-match.test.ts'],
  },
]
