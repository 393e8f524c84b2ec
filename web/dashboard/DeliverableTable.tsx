import { FileText, Film, Image } from 'lucide-react'
import { Link } from 'react-router'
import type { ApplicationWithProject } from '#contract/application-schemas.ts'
import type { DeliverableWithTitle } from '#contract/deliverable-schemas.ts'
import { DASHBOARD_DELIVERABLES } from '#contract/deliverables.ts'
import { paths } from '#contract/paths.ts'
import { workName } from '#contract/work-name.ts'
import { ReplacedLine } from '#web/deliverables/ReplacedLine.tsx'
import { approvedAfter } from '#web/deliverables/review.ts'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './DeliverableTable.module.css'

interface Props {
  deliverables: readonly DeliverableWithTitle[]
  /** Supplies the picture of a delivery's project. */
  applications: readonly ApplicationWithProject[]
}

/** My Deliverables: the first five. Rendered only if any exist (SPEC §2). */
export function DeliverableTable({ deliverables, applications }: Props) {
  if (deliverables.length === 0) return null
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2 id="my-deliverables">My Deliverables</h2>
      </div>
      <table className={styles.table} aria-labelledby="my-deliverables">
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col">Submitted</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className="sr">Link</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {deliverables.slice(0, DASHBOARD_DELIVERABLES).map((one) => (
            <Row
              key={one.id}
              deliverable={one}
              all={deliverables}
              picture={
                applications.find(({ project_id }) => project_id === one.project_id)?.project
                  .product_images[0]
              }
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({
  deliverable,
  all,
  picture,
}: {
  deliverable: DeliverableWithTitle
  all: readonly DeliverableWithTitle[]
  picture: string | undefined
}) {
  const title = deliverable.project_title || 'Unknown Project'
  return (
    <tr>
      <td>
        <div className="row gap3">
          <Thumb deliverable={deliverable} picture={picture} />
          <div className={styles.names}>
            <div className={styles.title}>{title}</div>
            <div className="sm muted fname">{workName(deliverable)}</div>
            <ReplacedLine deliverable={deliverable} all={all} />
          </div>
        </div>
      </td>
      <td className="muted">
        <Time value={deliverable.created_at} />
      </td>
      <td>
        <DeliverableBadge of={deliverable} doneBy={approvedAfter(deliverable, all)} />
      </td>
      <td>
        <Link className="link" to={paths.project(deliverable.project_id)}>
          View<span className="sr"> {title}</span>
        </Link>
      </td>
    </tr>
  )
}

/** The delivered picture itself, otherwise the product's, otherwise the file's type. */
function Thumb({
  deliverable,
  picture,
}: {
  deliverable: DeliverableWithTitle
  picture: string | undefined
}) {
  const own = deliverable.file_type.startsWith('image/') ? deliverable.file_url : null
  const src = deliverable.poster_url ?? own ?? picture
  if (src) return <Picture className={styles.thumb} src={src} sizes="64px" alt="" loading="lazy" />
  return (
    <span className={styles.thumb}>
      <TypeIcon type={deliverable.file_type} />
    </span>
  )
}

function TypeIcon({ type }: { type: string }) {
  if (type.startsWith('video/')) return <Film size={18} aria-hidden="true" />
  return type.startsWith('image/') ? (
    <Image size={18} aria-hidden="true" />
  ) : (
    <FileText size={18} aria-hidden="true" />
  )
}
