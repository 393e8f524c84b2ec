import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { PROJECT_STATUSES } from '#contract/projects.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { statusBadges } from '#web/ui/status-badges.ts'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { projectColumns } from './project-columns.tsx'
import { useConsoleList } from './use-console.ts'

const filters: readonly Filter[] = [
  {
    label: 'State',
    name: 'status',
    choices: PROJECT_STATUSES.map((value) => ({ value, word: statusBadges.project[value].word })),
  },
]

/** Every project in every state, newest first. */
export function ProjectsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.projects', {
    q: search.asked,
    status: search.choice('status', PROJECT_STATUSES),
  })
  return (
    <ConsoleList
      title="Projects"
      text="Every project in every state, newest first."
      search={search}
      searchFor="Title or id"
      filters={filters}
      list={list}
      columns={projectColumns}
      empty={{ title: 'No projects yet', text: 'Drafts are listed here too.' }}
    />
  )
}
