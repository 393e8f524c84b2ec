import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '#contract/money.ts'
import { dayWords } from '#contract/notice.ts'
import type { Forecast } from '#contract/statement-schemas.ts'
import { statementPageWords as words } from '#contract/statement-page-words.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountBars } from './AmountBars.tsx'
import { Scrolled } from './Scrolled.tsx'
import styles from './Statements.module.css'

/** The amounts a creator may receive, week by week as a range; and what a brand agreed on, holds and has to fund. */
export function ForecastCard({ side }: { side: 'seller' | 'creator' }) {
  const query = useQuery(apiQuery('statements.forecast'))
  return (
    <section className="card pad" aria-labelledby="forecast">
      <h2 id="forecast">{words.forecast}</h2>
      <p className={`sm muted ${styles.about}`}>{words.forecastOf[side]}</p>
      <Loaded query={query} pending={<Skeleton height={160} />} failed={() => words.failed}>
        {(forecast) => (
          <>
            {forecast.brand === null ? (
              <Weeks weeks={forecast.weeks} />
            ) : (
              <Funds funds={forecast.brand} />
            )}
            {forecast.disputed === 0 ? null : (
              <p className="sm muted">{words.disputed(formatUsd(forecast.disputed))}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Weeks({ weeks }: Pick<Forecast, 'weeks'>) {
  if (weeks.every(({ most }) => most === 0)) return <p className="muted">{words.nothing}</p>
  const nameOf = ({ from, to }: { from: string; to: string }) =>
    `${dayWords(from)} – ${dayWords(to)}`
  return (
    <>
      <AmountBars
        label={words.chart(words.most)}
        bars={weeks.map(({ least, most, ...days }) => ({
          name: nameOf(days),
          // Without it, the longer names of days wrap on a phone and the others do not.
          short: dayWords(days.from).split(',')[0]?.replace(' ', '\u00a0'),
          least,
          most,
        }))}
      />
      <Scrolled label={words.forecast}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.week}</th>
              <th scope="col" className="num">
                {words.least}
              </th>
              <th scope="col" className="num">
                {words.most}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.from}>
                <th scope="row">{nameOf(week)}</th>
                <td className="num">{formatUsd(week.least)}</td>
                <td className="num">{formatUsd(week.most)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}

function Funds({ funds }: { funds: NonNullable<Forecast['brand']> }) {
  const rows = [
    [words.held, funds.held],
    [words.toFund, funds.to_fund],
    [words.committed, funds.committed],
  ] as const
  return (
    <>
      <AmountBars
        label={words.chart(words.committed)}
        bars={rows.map(([name, usd]) => ({ name, least: usd, most: usd }))}
      />
      <table className={styles.table}>
        <tbody>
          {rows.map(([name, usd]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">{formatUsd(usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
