import type { BulkRow } from '#contract/bulk-schemas.ts'
import type { Chosen } from '#web/seats/BulkHire.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Board.module.css'
import { type BulkAct, bulkWords as say } from './bulk-words.ts'

/** The outcome for each of the selected. */
export interface BulkOutcome {
  act: BulkAct
  asked: readonly Chosen[]
  rows: readonly BulkRow[]
}

/** Names everyone the action succeeded for, and everyone it failed for, with the reason. */
export function BulkResult({ of, onClose }: { of: BulkOutcome; onClose: () => void }) {
  const { act, asked, rows } = of
  const nameOf = ({ application_id }: BulkRow) =>
    asked.find(({ id }) => id === application_id)?.name ?? ''
  const done = rows.filter(({ error }) => error === null)
  const refused = rows.filter(({ error }) => error !== null)
  return (
    <Notice
      tone={refused.length === 0 ? 'green' : 'yellow'}
      title={say.summary(act, done.length, rows.length)}
      actions={
        <Button size="sm" onClick={onClose}>
          {say.close}
        </Button>
      }
    >
      {done.length > 0 ? (
        <p>
          {say.done[act]}: {done.map(nameOf).join(', ')}.
        </p>
      ) : null}
      {refused.length > 0 ? (
        <>
          <p>{say.notDone[act]}:</p>
          <ul className={styles.refused}>
            {refused.map((row) => (
              <li key={row.application_id}>
                <span className="strong">{nameOf(row)}</span>. {row.error?.message}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  )
}
