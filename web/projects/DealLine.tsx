import type { DealReader } from '#contract/deal-told.ts'
import { dealHeadline, isReadersMove } from '#contract/deal-words.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { cx } from '#web/ui/cx.ts'
import { tellListed } from './listed-deal.ts'
import styles from './ProjectCard.module.css'

/** The state of a deal, in the words of its own page; emphasized when the reader has to act. */
export function DealLine({
  deal,
  reader,
}: {
  /** Null where the list does not know it. */
  deal: ListedDeal | null | undefined
  reader: DealReader
}) {
  if (!deal) return null
  const told = tellListed(deal, reader)
  return (
    <p className={cx('sm', styles.deal, isReadersMove(told) ? 'strong' : 'muted')}>
      {dealHeadline(told)}
    </p>
  )
}
