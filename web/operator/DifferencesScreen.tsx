import { DIFFERENCE_STATES, OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { plainWord } from './console-words.ts'
import { differenceColumns } from './difference-columns.tsx'
import { useConsoleList } from './use-console.ts'

const filters: readonly Filter[] = [
  {
    label: 'State',
    name: 'state',
    choices: DIFFERENCE_STATES.map((value) => ({ value, word: plainWord(value) })),
  },
]

/** Where Stripe's books and ours differ, newest first. */
export function DifferencesScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.differences', {
    state: search.choice('state', DIFFERENCE_STATES),
  })
  return (
    <ConsoleList
      title="Differences"
      text="Where Stripe’s books and ours differ, compared every hour."
      search={search}
      filters={filters}
      list={list}
      columns={differenceColumns}
      empty={{ title: 'The books agree', text: 'What a comparison cannot heal is listed here.' }}
    />
  )
}
