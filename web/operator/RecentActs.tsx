import { Link } from 'react-router'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { ActTable } from './ActTable.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { useConsoleList } from './use-console.ts'

/** The number that fits under the overview's numbers. */
const SHOWN = 6

/** The operators' latest acts: the beginning of the list that Activity shows. */
export function RecentActs() {
  const acts = useConsoleList('operator.activity', {})
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>Latest activity</h2>
        <Link className="link" to={consolePaths.activity}>
          All activity
        </Link>
      </div>
      <Loaded query={acts} pending={<Loading />}>
        {(rows) => <ActTable label="Latest activity" acts={rows.slice(0, SHOWN)} />}
      </Loaded>
    </section>
  )
}
