import type { ComponentType } from 'react'
import type { ApplicationWithCreator } from '#contract/application-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { messageOf } from '#web/api/errors.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { firstName } from '#web/projects/project-words.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './AcceptDialog.module.css'
import { answerWords as say } from './answer-words.ts'
import { useAccepting } from './use-applications.ts'

/** Pictures of the works at these addresses. */
export type Works = ComponentType<{ urls: readonly string[] }>

interface Props {
  application: ApplicationWithCreator
  /** Shows the creator's works. */
  Works: Works
  busy: boolean
  onAccept: () => void
  onClose: () => void
}

/** Asks once before accepting: who, their works, the price, and what happens next. */
export function AcceptDialog({ application, Works, busy, onAccept, onClose }: Props) {
  const { creator } = application
  const first = firstName(creator) ?? creator.name
  const facts = useAccepting(application.id)
  return (
    <Dialog
      open
      onClose={onClose}
      title={say.acceptTitle(creator.name)}
      lead={<Avatar name={creator.name} src={creator.avatar_url} size={64} />}
      subtitle={
        <span className={`display num ${styles.price}`}>
          {formatUsd(application.proposed_price)}
        </span>
      }
      locked={busy}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={busy}
            busyText={say.acceptBusy}
            disabled={facts.data === undefined}
            onClick={onAccept}
          >
            {say.accept(first)}
          </Button>
        </>
      }
    >
      <Loaded
        query={facts}
        pending={<div className={styles.waiting} />}
        failed={() => messageOf(facts.error)}
      >
        {({ others, amount, works }) => (
          <>
            <Works urls={works} />
            <div>
              <h3 className={styles.heading}>{say.next}</h3>
              <ol className={styles.steps}>
                <li>{say.told(first)}</li>
                {others > 0 ? <li>{say.others(others)}</li> : null}
                <li>{say.fund(amount)}</li>
              </ol>
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
