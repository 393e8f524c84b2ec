import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { usePageHead } from '#web/page/head.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import type { useAddressSearch } from '#web/api/use-address-search.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterChip, FilterChips } from '#web/ui/FilterChip.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './Console.module.css'
import { type Column, RecordTable } from './RecordTable.tsx'
import type { useConsoleList } from './use-console.ts'

/** Filter chips that set one parameter of the address. */
export interface Filter {
  label: string
  name: string
  /** The label of the list without a choice; "All" where nothing is left out. */
  rest?: string
  choices: readonly { value: string; word: string }[]
}

interface Props<Row extends { id: string }> {
  title: string
  /** One sentence under the title that describes the list. */
  text: string
  search: ReturnType<typeof useAddressSearch>
  /** What the search box finds; without it there is no search box. */
  searchFor?: string
  filters?: readonly Filter[]
  /** Shown above the search: what the list leaves out. */
  lead?: ReactNode
  list: Pick<
    ReturnType<typeof useConsoleList>,
    | 'error'
    | 'isPending'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetching'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'dataUpdatedAt'
    | 'fetchNextPage'
  > & { data: readonly Row[] | undefined }
  columns: readonly Column<Row>[]
  /** The empty state's text. */
  empty: { title: string; text: string }
  children?: ReactNode
}

/** One list of the console: search, filters, a dense table, infinite scroll. */
export function ConsoleList<Row extends { id: string }>(props: Props<Row>) {
  const {
    title,
    text,
    search,
    searchFor,
    filters = [],
    lead,
    list,
    columns,
    empty,
    children,
  } = props
  usePageHead({ title })
  const narrowed =
    search.asked !== '' ||
    filters.some(({ name, choices }) => search.choice(name, valuesOf(choices)) !== undefined)
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
      </div>
      {lead}
      {searchFor === undefined && filters.length === 0 ? null : (
        <div className={styles.tools} role="search">
          {searchFor === undefined ? null : (
            <div className={styles.search}>
              <TextInput
                type="search"
                icon={<Search aria-hidden="true" size={18} />}
                aria-label={`Search ${title}`}
                placeholder={searchFor}
                maxLength={OPERATOR_LIMITS.search}
                value={search.text}
                onChange={(event) => search.setText(event.target.value)}
              />
            </div>
          )}
          {filters.map((filter) => (
            <Chips key={filter.name} filter={filter} search={search} />
          ))}
        </div>
      )}
      <LoadedList
        query={list}
        pending={<Loading />}
        empty={
          narrowed ? (
            <EmptyState
              title="Nothing matches"
              text="Search for something else, or remove a filter."
            />
          ) : (
            <EmptyState {...empty} />
          )
        }
      >
        {(rows) => (
          <>
            <RecordTable label={title} columns={columns} rows={rows} keyOf={({ id }) => id} />
            <MoreRows query={list} />
          </>
        )}
      </LoadedList>
      {children}
    </>
  )
}

const valuesOf = (choices: Filter['choices']) => choices.map(({ value }) => value)

function Chips({ filter, search }: { filter: Filter; search: Props<{ id: string }>['search'] }) {
  const { label, name, rest = 'All', choices } = filter
  const chosen = search.choice(name, valuesOf(choices))
  return (
    <FilterChips label={label}>
      <FilterChip pressed={chosen === undefined} onClick={() => search.choose(name, undefined)}>
        {rest}
      </FilterChip>
      {choices.map(({ value, word }) => (
        <FilterChip
          key={value}
          pressed={chosen === value}
          onClick={() => search.choose(name, value)}
        >
          {word}
        </FilterChip>
      ))}
    </FilterChips>
  )
}
