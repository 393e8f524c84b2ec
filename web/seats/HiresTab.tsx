import { UserPlus } from 'lucide-react'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { ShippingList } from './ShippingList.tsx'
import { FundAll } from './FundAll.tsx'
import { HireRow } from './HireRow.tsx'
import styles from './Seats.module.css'
import { seatWords } from './seat-words.ts'
import { useHires } from './use-hires.ts'

/** Everyone a project hired, newest first: each is a deal of its own. */
export function HiresTab({ project }: { project: ProjectDetail }) {
  const query = useHires(project.id)
  const { hires } = seatWords
  return (
    <LoadedList
      query={query}
      pending={<Loading />}
      failed={() => hires.failed}
      empty={<EmptyState icon={UserPlus} title={hires.none} text={hires.noneText} />}
    >
      {(deals) => (
        <>
          <FundAll projectId={project.id} deals={deals} />
          <ShippingList projectId={project.id} />
          <ul className={`card ${styles.list}`}>
            {deals.map((deal) => (
              <HireRow key={deal.project.id} deal={deal} />
            ))}
          </ul>
        </>
      )}
    </LoadedList>
  )
}
