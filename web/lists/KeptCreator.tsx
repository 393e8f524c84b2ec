import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LastDeal } from '#contract/creator-list-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { FoundCreator } from '#contract/profile-schemas.ts'
import { SelectCreator } from '#web/creator-lists/SelectCreator.tsx'
import type { Selection } from '#web/creator-lists/selection.ts'
import { lowestPrice } from '#web/profiles/lowest-price.ts'
import { RecordLine } from '#web/track-records/RecordLine.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import styles from './Lists.module.css'

interface Props {
  creator: FoundCreator
  selection: Selection
  /** The newest paid deal with the creator: the next one starts from it. */
  deal?: LastDeal | undefined
  /** The brand's note. */
  children?: ReactNode
}

/** A creator on a list. */
export function KeptCreator({ creator, selection, deal, children }: Props) {
  const lowest = lowestPrice(creator)
  return (
    <li className={`card ${styles.row}`}>
      <SelectCreator creator={creator} selection={selection} as="row" />
      <Avatar name={creator.name} src={creator.avatar_url} size={44} />
      <div className={styles.who}>
        <Link className="strong" to={paths.publicProfile(creator.id)}>
          {creator.name}
        </Link>
        {lowest === null ? null : <span className="num muted"> From {formatUsd(lowest)}</span>}
        <RecordLine record={creator.record} />
        {deal ? <p className="sm muted">Last deal: {deal.title}</p> : null}
        {children}
      </div>
      {deal ? (
        <div className={styles.again}>
          <ButtonLink variant="tonal" to={paths.hireAgain(deal.project_id, creator.id)}>
            Hire again<span className="sr"> {creator.name} with the same brief</span>
          </ButtonLink>
          {deal.package ? (
            <ButtonLink to={paths.orderPackage(creator.id, deal.package.id)}>
              Order {deal.package.title}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
