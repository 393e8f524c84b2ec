import type { AccountLogLine } from '#contract/account-schemas.ts'
import { deviceName } from '#contract/device-name.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Time } from '#web/ui/Time.tsx'
import { ACCOUNT_ACT_WORDS, accountLogWords as words } from './account-log-words.ts'
import styles from './SecurityCard.module.css'
import { SecurityRow } from './SecurityRow.tsx'

/** The events of the reader's own account, newest first. */
export function AccountLogCard() {
  const query = usePagesOfRows('account.log', { options: { staleTime: 0 } })
  return (
    <div className="card pad">
      <SecurityRow title={words.title} text={words.intro}>
        <LoadedList
          query={query}
          pending={<Skeleton height={44} />}
          failed={() => words.failed}
          empty={<p className="sm muted">{words.none}</p>}
        >
          {(lines) => (
            <>
              <ul className={styles.list}>
                {lines.map((line) => (
                  <Line key={line.id} line={line} />
                ))}
              </ul>
              <MoreRows query={query} />
              <p className="sm muted">{words.warn}</p>
            </>
          )}
        </LoadedList>
      </SecurityRow>
    </div>
  )
}

function Line({
  line: { act, network, user_agent: userAgent, created_at: at },
}: {
  line: AccountLogLine
}) {
  return (
    <li className={styles.item}>
      <div className="grow">
        <div className="strong">{ACCOUNT_ACT_WORDS[act]}</div>
        {userAgent === null && network === null ? null : (
          <div className="meta">
            <span>{words.from(deviceName(userAgent), network)}</span>
          </div>
        )}
      </div>
      <span className="sm muted">
        <Time value={at} exact />
      </span>
    </li>
  )
}
