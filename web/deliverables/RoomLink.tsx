import { MessageSquareText } from 'lucide-react'
import { Link } from 'react-router'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { paths } from '#contract/paths.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './Deliverable.module.css'
import { roomLinkWords as say } from './room-link-words.ts'

interface Props {
  deliverable: Pick<Deliverable, 'id' | 'project_id' | 'version' | 'open_changes'>
  /** Says how many changes are still open: of the newest version. */
  counts?: boolean
  className?: string | undefined
}

/** To where both sides look at a version and its notes. */
export function RoomLink({ deliverable, counts = false, className }: Props) {
  const { id, project_id, version, open_changes } = deliverable
  return (
    <Link className={cx('link', styles.room, className)} to={paths.review(project_id, id)}>
      <MessageSquareText size={16} aria-hidden="true" />
      {counts && open_changes > 0 ? say.open(open_changes) : say.room}
      <span className="sr"> {say.of(version)}</span>
    </Link>
  )
}
