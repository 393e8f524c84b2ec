import { usePageHead } from '#web/page/head.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { ActTable } from './ActTable.tsx'
import { useConsoleList } from './use-console.ts'

/** Everything that operators did, newest first. None of it can be changed. */
export function ActivityScreen() {
  usePageHead({ title: 'Activity' })
  const list = useConsoleList('operator.activity', {})
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Activity</h1>
          <p>What operators did and why. It cannot be changed or removed.</p>
        </div>
      </div>
      <Loaded query={list} pending={<Loading />}>
        {(acts) => (
          <>
            <ActTable label="Activity" acts={acts} />
            <MoreRows query={list} />
          </>
        )}
      </Loaded>
    </>
  )
}
