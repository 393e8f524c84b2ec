import { MessageSquareText } from 'lucide-react'
import { Link } from 'react-router'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { paths } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import styles from './Deliverable.module.css'
import { roomLinkWords as say } from './room-link-words.ts'

interface Props {
  deliverable: Pick<Deliverable, 'id' | 'project_id' | 'version' | 'open_changes'>
  /** Shows how many changes are still open, as counted on the newest version. */
  counts?: boolean
  /** Placed among the buttons of a card. */
  button?: boolean
}

/** The link to the review room, where both sides look at a version and its notes. */
export function RoomLink({ deliverable, counts = false, button = false }: Props) {
  const { id, project_id, version, open_changes } = deliverable
  return (
    <Link
      className={button ? buttonClass({}, styles.toRoom) : `link ${styles.room}`}
      to={paths.review(project_id, id)}
    >
      <MessageSquareText size={button ? 18 : 16} aria-hidden="true" />
      {counts && open_changes > 0 ? say.open(open_changes) : say.room}
      <span className="sr"> {say.of(version)}</span>
    </Link>
  )
}
