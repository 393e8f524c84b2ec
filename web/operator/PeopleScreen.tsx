import type { OperatorPersonRow } from '#contract/operator-record-schemas.ts'
import { OPERATOR_LIMITS, PERSON_STATES } from '#contract/operator.ts'
import { ROLES } from '#contract/profiles.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Time } from '#web/ui/Time.tsx'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { plainWord, roleWords } from './console-words.ts'
import { PersonState } from './PersonState.tsx'
import { PersonCell } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'
import { useConsoleList } from './use-console.ts'

const columns: readonly Column<OperatorPersonRow>[] = [
  {
    name: 'Name',
    cell: (person) => <PersonCell person={person} detail={person.company_name ?? undefined} />,
  },
  { name: 'Email', cell: ({ email }) => email || 'Removed' },
  { name: 'Role', cell: ({ role }) => roleWords[role] },
  { name: 'State', cell: (person) => <PersonState person={person} /> },
  {
    name: 'Last sign-in',
    cell: ({ last_sign_in_at: at }) => (at === null ? 'Never' : <Time value={at} />),
  },
  { name: 'Joined', cell: ({ created_at }) => <Time value={created_at} /> },
]

const filters: readonly Filter[] = [
  {
    label: 'Role',
    name: 'role',
    rest: 'All roles',
    choices: ROLES.map((value) => ({ value, word: `${roleWords[value]}s` })),
  },
  {
    label: 'State',
    name: 'state',
    rest: 'Any state',
    choices: PERSON_STATES.map((value) => ({ value, word: plainWord(value) })),
  },
]

/** Everyone with an account, newest first. */
export function PeopleScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.people', {
    q: search.asked,
    role: search.choice('role', ROLES),
    state: search.choice('state', PERSON_STATES),
  })
  return (
    <ConsoleList
      title="People"
      text="Everyone with an account, newest first."
      search={search}
      searchFor="Name, company, email or id"
      filters={filters}
      list={list}
      columns={columns}
      empty={{
        title: 'No one is here yet',
        text: 'People appear when they sign up.',
      }}
    />
  )
}
