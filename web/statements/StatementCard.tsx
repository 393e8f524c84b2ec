import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dayWords } from '#contract/notice.ts'
import { formatUsd } from '#contract/money.ts'
import type { PeriodStatement } from '#contract/statement-schemas.ts'
import { statementPageWords as words } from '#contract/statement-page-words.ts'
import { periodWords } from '#contract/statement-words.ts'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { usePages } from '#web/api/use-pages.ts'
import { EarlierRows } from '#web/loading/EarlierRows.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import { RefundTimes } from './RefundTimes.tsx'
import { AmountBars } from './AmountBars.tsx'
import { Scrolled } from './Scrolled.tsx'
import styles from './Statements.module.css'

interface Days {
  from: string
  to: string
}

/** This year so far, UTC. */
function thisYear(): Days {
  const today = new Date().toISOString().slice(0, 10)
  return { from: `${today.slice(0, 4)}-01-01`, to: today }
}

/** What is wrong with one end of the period; null when nothing is. */
function dayError(days: Days, end: keyof Days): string | null {
  if (days[end] === '') return words.day
  return end === 'to' && days.from > days.to ? words.order : null
}

/** The movements of the reader's money in any period, with the balance after each. */
export function StatementCard() {
  const [days, setDays] = useState(thisYear)
  const isPeriod = days.from !== '' && days.to !== '' && days.from <= days.to
  const file = useMutation({
    mutationFn: () => call('statements.csv', { body: days }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
    onError: (error) => toast.error(messageOf(error)),
  })
  return (
    <section className="card pad" aria-labelledby="statement">
      <h2 id="statement">{words.card}</h2>
      <div className={styles.period}>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={words[end]} error={dayError(days, end)}>
            <TextInput
              type="date"
              value={days[end]}
              onChange={({ target }) => setDays({ ...days, [end]: target.value })}
            />
          </Field>
        ))}
        <Button disabled={!isPeriod} busy={file.isPending} onClick={() => file.mutate()}>
          {words.csv}
        </Button>
      </div>
      {isPeriod ? (
        <>
          <p className={styles.printed}>
            {dayWords(days.from)} – {dayWords(days.to)}
          </p>
          <Stated days={days} />
        </>
      ) : null}
      <RefundTimes />
    </section>
  )
}

function Stated({ days }: { days: Days }) {
  const query = usePages({
    key: 'statements.get',
    input: { query: days },
    rowsOf: (page) => page.rows,
    nextOf: (page) => page.next,
  })
  return (
    <Loaded query={query} pending={<Skeleton height={200} />} failed={() => words.failed}>
      {(rows) =>
        rows.length === 0 || query.first === undefined ? (
          <p className="muted">{words.none}</p>
        ) : (
          <>
            <Months statement={query.first} />
            <Movements columns={query.first.columns} rows={rows} />
            <EarlierRows query={query}>{words.more}</EarlierRows>
          </>
        )
      }
    </Loaded>
  )
}

/** The months, as a chart and as a table with the same numbers. */
function Months({
  statement: { columns, months, totals, opening },
}: {
  statement: PeriodStatement
}) {
  const shown = columns.length - 2
  return (
    <>
      <h3>{words.byMonth}</h3>
      <AmountBars
        label={words.chart(columns[shown] ?? '')}
        bars={months.map(({ month, amounts }) => ({
          name: monthName(month),
          short: monthName(month).slice(0, 3),
          least: Math.max(amounts[shown] ?? 0, 0),
          most: Math.max(amounts[shown] ?? 0, 0),
        }))}
      />
      <Scrolled label={words.byMonth}>
        <table className={cx(styles.table, styles.folded)}>
          <thead>
            <tr>
              <th scope="col">{words.month}</th>
              <Heads columns={columns} />
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{words.opening}</th>
              <Amounts columns={columns} amounts={[null, null, null, opening]} />
            </tr>
            {months.map(({ month, amounts, balance }) => (
              <tr key={month}>
                <th scope="row">{monthName(month)}</th>
                <Amounts columns={columns} amounts={[...amounts, balance]} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <Amounts columns={columns} amounts={[...totals, months.at(-1)?.balance ?? opening]} />
            </tr>
          </tfoot>
        </table>
      </Scrolled>
    </>
  )
}

const monthName = (month: string): string => periodWords({ from: `${month}-01`, to: `${month}-28` })

function Movements({ columns, rows }: Pick<PeriodStatement, 'columns' | 'rows'>) {
  return (
    <>
      <h3>{words.rows}</h3>
      <Scrolled label={words.rows}>
        <table className={cx(styles.table, styles.folded)}>
          <thead>
            <tr>
              <th scope="col">{words.date}</th>
              <th scope="col">{words.text}</th>
              <Heads columns={columns} />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, day, text, amounts, balance }) => (
              <tr key={id}>
                <td className={styles.day}>
                  <Time value={day} />
                </td>
                <td>{text}</td>
                <Amounts
                  columns={columns}
                  amounts={[...amounts.map((usd) => (usd === 0 ? null : usd)), balance]}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}

const Heads = ({ columns }: { columns: readonly string[] }) =>
  columns.map((column) => (
    <th key={column} scope="col" className="num">
      {column}
    </th>
  ))

/** On phones each amount shows the name of its column beside it. */
const Amounts = ({
  columns,
  amounts,
}: {
  columns: readonly string[]
  amounts: readonly (number | null)[]
}) =>
  amounts.map((usd, at) => (
    <td key={columns[at]} className="num" data-column={columns[at]}>
      {usd === null ? null : formatUsd(usd)}
    </td>
  ))
