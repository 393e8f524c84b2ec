import type { OperatorDeliverable, OperatorProject } from '#contract/operator-project-schemas.ts'
import { CheckTable } from '#web/checks/CheckTable.tsx'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { megabytes } from '#web/ui/megabytes.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { deliveryWords as say } from './delivery-words.ts'
import { useConsoleList } from './use-console.ts'

interface Props {
  project: Pick<OperatorProject, 'id' | 'seller' | 'creator'>
}

/** The deliveries of a project, the newest version first, in pages. Their files open in a dispute. */
export function Deliveries({ project }: Props) {
  const list = useConsoleList('operator.deliverables', {}, { id: project.id })
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>{say.title}</h2>
      </div>
      <LoadedList query={list} pending={<Loading />} empty={<p className="muted">{say.none}</p>}>
        {(rows) => (
          <>
            <ol className={styles.deliveries}>
              {rows.map((delivery) => (
                <li key={delivery.id}>
                  <Delivery delivery={delivery} project={project} />
                </li>
              ))}
            </ol>
            <MoreRows query={list} />
          </>
        )}
      </LoadedList>
    </section>
  )
}

function Delivery({ delivery, project }: Props & { delivery: OperatorDeliverable }) {
  const { version, created_at, reviewed_at, brief_version: brief, files, checks } = delivery
  const { seller, creator } = project
  return (
    <article className={styles.delivery}>
      <div className={styles.title}>
        <h3>{say.version(version)}</h3>
        <DeliverableBadge of={delivery} />
      </div>
      <p className="sm muted">
        {say.handedIn} <Time value={created_at} exact />
        {reviewed_at === null ? null : (
          <>
            , {say.answered} <Time value={reviewed_at} exact />
          </>
        )}
      </p>
      <ul className={styles.files} aria-label={say.filesOf(version)}>
        {files.map(({ position, file_name, ...file }) => (
          <li key={position}>
            <span className={styles.name}>{file_name}</span>
            <span className="sm muted">
              {[file.item_name ?? say.noItem, file.file_type, megabytes(file.file_size)].join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {brief === null || checks.length === 0 ? null : (
        <CheckTable
          caption={say.checks(brief)}
          // What the two sides wrote beside a check stays between them.
          checks={checks.map((check) => ({ ...check, reason: null, note: null }))}
          creatorName={creator?.name ?? say.creator}
          brandName={seller.company_name ?? seller.name}
        />
      )}
    </article>
  )
}
