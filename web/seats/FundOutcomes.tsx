import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import type { FundedRow } from '#contract/seat-schemas.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './Seats.module.css'
import { seatWords } from './seat-words.ts'

interface Props {
  deals: readonly ListedDeal[]
  rows: readonly FundedRow[]
  onClose: () => void
}

const words = seatWords.fund

/** The outcome of the charge for each deal. */
export function FundOutcomes({ deals, rows, onClose }: Props) {
  const funded = rows.filter(({ outcome }) => outcome === 'funded').length
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.doneTitle(funded, rows.length)}
      actions={
        <Button variant="primary" onClick={onClose}>
          {seatWords.bulk.done}
        </Button>
      }
    >
      <ul className={styles.list}>
        {rows.map(({ project_id: id, outcome, message, checkout_url: url }) => (
          <li key={id} className={styles.outcome}>
            <span className="strong">
              {deals.find(({ project }) => project.id === id)?.creator?.name}
            </span>
            <span>
              {words.outcome[outcome]}
              {message === null ? null : <span className="muted">. {message}</span>}
              {url === null ? null : (
                <>
                  {' '}
                  <a className="link" href={url}>
                    {words.confirm}
                  </a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
