import { dealState } from '#contract/deal-state.ts'
import { dealHeadline, isReadersMove } from '#contract/deal-words.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { WAITING_ACTS } from '#contract/waiting.ts'
import { tellListed } from '#web/projects/listed-deal.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import styles from './Seats.module.css'
import { seatWords } from './seat-words.ts'

/** One of several hires: the creator, the state of their deal, the price, and a link to it. */
export function HireRow({ deal }: { deal: ListedDeal }) {
  const { project, creator } = deal
  const told = tellListed(deal, 'owner')
  const state = dealState(told.facts)
  const way = isReadersMove(told) ? WAITING_ACTS.find((one) => one.state === state) : undefined
  const name = creator?.name ?? project.title
  const act = way?.act ?? seatWords.hires.open
  return (
    <li className={styles.row}>
      <Avatar name={name} src={creator?.avatar_url ?? null} size={44} />
      <span className={styles.text}>
        <span className="strong">{name}</span>
        <span className={cx('sm', way ? null : 'muted')}>{dealHeadline(told)}</span>
      </span>
      <span className="num">
        {project.accepted_price === null ? null : formatUsd(project.accepted_price)}
      </span>
      <ButtonLink
        size="sm"
        variant={way ? 'tonal' : 'secondary'}
        to={way?.tab ? paths.projectTab(project.id, way.tab) : paths.project(project.id)}
        aria-label={`${act}: ${name}`}
      >
        {act}
      </ButtonLink>
    </li>
  )
}
