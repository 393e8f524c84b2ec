import { useState } from 'react'
import { Link } from 'react-router'
import { centsFromUsd, formatCents, formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { HiredRow } from '#contract/seat-schemas.ts'
import { SEAT_LIMITS } from '#contract/seats.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Seats.module.css'
import { seatWords } from './seat-words.ts'
import { useHireSeveral } from './use-hires.ts'

/** One selected applicant: their application and its price in USD. */
export interface Chosen {
  id: string
  name: string
  price: number
}

interface Props {
  projectId: string
  chosen: readonly Chosen[]
  /** Called when nothing is selected any more. */
  onClear: () => void
  /** Other actions for the selected applicants. */
  also?: readonly { label: string; onAct: () => void; busy?: boolean }[]
}

const words = seatWords.bulk

/** Their prices together, "$1,234.50". */
const sumOf = (chosen: readonly Chosen[]): string =>
  formatCents(chosen.reduce((cents, { price }) => cents + centsFromUsd(price), 0))

/** Hires everyone who is selected, after one question, and reports the outcome for each. */
export function BulkHire({ projectId, chosen, onClear, also = [] }: Props) {
  const hiring = useHireSeveral(projectId)
  // The question keeps the people it was asked about: those hired leave the list before the response arrives.
  const [asking, setAsking] = useState<readonly Chosen[] | null>(null)
  const [done, setDone] = useState<{ asked: readonly Chosen[]; rows: readonly HiredRow[] } | null>(
    null,
  )
  const asked = asking ?? chosen
  const confirm = () =>
    onSettled(hiring.mutateAsync(asked.map(({ id }) => id)), {
      onSuccess: ({ rows }) => {
        setDone({ asked, rows })
        onClear()
      },
      onError: (error) => toast.error(messageOf(error)),
      onSettled: () => setAsking(null),
    })
  return (
    <>
      {chosen.length > 0 ? (
        <div className={styles.bulk} role="region" aria-label={words.selected(chosen.length)}>
          <Button
            variant="primary"
            disabled={chosen.length > SEAT_LIMITS.bulk}
            onClick={() => setAsking(chosen)}
          >
            {words.hire(chosen.length, sumOf(chosen))}
          </Button>
          {also.map(({ label, onAct, busy = false }) => (
            <Button
              key={label}
              busy={busy}
              disabled={chosen.length > SEAT_LIMITS.bulk}
              onClick={onAct}
            >
              {label}
            </Button>
          ))}
          <Button variant="quiet" onClick={onClear}>
            {words.clear}
          </Button>
          {chosen.length > SEAT_LIMITS.bulk ? <span className="sm muted">{words.most}</span> : null}
        </div>
      ) : null}
      <ConfirmDialog
        open={asking !== null}
        title={words.title(asked.length)}
        confirm={words.hire(asked.length, sumOf(asked))}
        busy={hiring.isPending}
        busyText={words.busy}
        onConfirm={confirm}
        onClose={() => setAsking(null)}
      >
        <ul className={styles.list}>
          {asked.map(({ id, name, price }) => (
            <li key={id} className="row between">
              <span>{name}</span>
              <span className="num">{formatUsd(price)}</span>
            </li>
          ))}
        </ul>
        <p className="muted">{words.next}</p>
      </ConfirmDialog>
      {done ? <Outcomes {...done} onClose={() => setDone(null)} /> : null}
    </>
  )
}

function Outcomes({
  asked,
  rows,
  onClose,
}: {
  asked: readonly Chosen[]
  rows: readonly HiredRow[]
  onClose: () => void
}) {
  const hired = rows.filter(({ outcome }) => outcome === 'hired').length
  const nameOf = (id: string) => asked.find((one) => one.id === id)?.name ?? ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.doneTitle(hired, rows.length)}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <ul className={styles.list}>
        {rows.map(({ application_id: id, project_id: dealId, error }) => (
          <li key={id} className={styles.outcome}>
            <span className="strong">{nameOf(id)}</span>
            {dealId === null ? (
              <span>
                {words.refused}. <span className="muted">{error?.message}</span>
              </span>
            ) : (
              <Link className="link" to={paths.project(dealId)}>
                {words.hired}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
