import type { ComponentType } from 'react'
import type { ApplicationWithCreator } from '#contract/application-schemas.ts'
import { isBriefNewer, newerBriefWords } from '#contract/newer-brief.ts'
import { formatUsd } from '#contract/money.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { LicenceLine } from '#web/licences/LicenceLine.tsx'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { firstName } from '#web/projects/project-words.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import styles from './AcceptDialog.module.css'
import { acceptWords as say } from './accept-words.ts'
import { useAccepting } from './use-accepting.ts'

export interface AcceptProps {
  application: Pick<ApplicationWithCreator, 'id' | 'created_at' | 'proposed_price'> & {
    creator: Pick<ApplicationWithCreator['creator'], 'name' | 'avatar_url' | 'works'>
  }
  /** The brief they would agree on: when its current version was written. */
  brief: { written_at: string } | null | undefined
  /** The numbers wanted and hired, for a project that wants several. */
  hiring?: ProjectDetail['hiring']
  /** What the price is for; absent: the standard licence. */
  licence?: ProjectDetail['licence']
  busy: boolean
  onAccept: () => void
  onClose: () => void
}

interface Props extends AcceptProps {
  /** Pictures of the works at these addresses. */
  Works: ComponentType<{ urls: readonly string[] }>
}

/**
 * Asks once before accepting: who, their works, the price, and what happens next. Everything but the number of others
 * is known from the list. The line for that number is reserved from the start, so that no button moves, and nothing is
 * accepted before it is read.
 */
export function AcceptDialog(props: Props) {
  const { application, brief, hiring, licence, Works, busy, onAccept, onClose } = props
  /** How many can still be hired after this one. */
  const left = hiring ? hiring.wanted - hiring.hired - 1 : 0
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
      <Works urls={creator.works} />
      <LicenceLine terms={licence} />
      {isBriefNewer(brief, application) ? (
        <Notice tone="info" title={newerBriefWords.owner(first)} />
      ) : null}
      {facts.data?.deadline_over ? (
        <Notice tone="info" title={say.deadlineOver(formatDay(facts.data.deadline_over), first)} />
      ) : null}
      {facts.isError && facts.data === undefined ? (
        <FailedNotice query={facts} failed={() => messageOf(facts.error)} />
      ) : (
        <div>
          <h3 className={styles.heading}>{say.next}</h3>
          <ol className={styles.steps}>
            <li>{say.notified(first)}</li>
            <li>
              {facts.data ? (
                left > 0 ? (
                  say.stillHiring(left)
                ) : (
                  say.others(facts.data.others)
                )
              ) : (
                <SkeletonGroup className={styles.soon}>
                  <Skeleton height="0.8em" />
                </SkeletonGroup>
              )}
            </li>
            <li>{say.fund(application.proposed_price)}</li>
          </ol>
        </div>
      )}
    </Dialog>
  )
}
