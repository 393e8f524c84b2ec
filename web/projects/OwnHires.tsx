import { Link } from 'react-router'
import { dealHeadline, isReadersMove } from '#contract/deal-words.ts'
import type { OwnProject } from '#contract/listed-deal-schemas.ts'
import { paths } from '#contract/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { tellListed } from './listed-deal.ts'
import styles from './ProjectCard.module.css'
import { countOf } from './project-words.ts'

/** The number of hires a card names; the rest are on the project's page. */
const NAMED = 3

/** The newest hires of a project, each linking to its own deal with that deal's state. */
export function OwnHires({ hires, to }: { hires: readonly OwnProject[]; to: string }) {
  const more = hires.length - NAMED
  return (
    <ul className={cx('sm', styles.hires)} aria-label={countOf(hires.length, 'hire')}>
      {hires.slice(0, NAMED).map(({ id, title, deal }) => {
        const told = deal && tellListed(deal, 'owner')
        return (
          <li key={id}>
            <Link className="link" to={paths.project(id)}>
              {deal?.creator?.name ?? title}
            </Link>{' '}
            <span className={told && isReadersMove(told) ? undefined : 'muted'}>
              {told ? dealHeadline(told) : null}
            </span>
          </li>
        )
      })}
      {more > 0 ? (
        <li>
          <Link className="link" to={`${to}?tab=hires`}>
            {countOf(more, 'more hire')}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}
