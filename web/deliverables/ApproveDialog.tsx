import { useState } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { openWorkBeside, releasesOnApproval } from '#contract/open-work.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { isReleasable } from '#contract/payments.ts'
import { paths } from '#contract/paths.ts'
import { workName } from '#contract/work-name.ts'
import { ApiError, mayPass, messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { checkWords } from '#web/checks/check-words.ts'
import { OpenChecks } from '#web/checks/OpenChecks.tsx'
import { useChecks } from '#web/checks/use-checks.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { approveWords as say } from './approve-words.ts'
import styles from './Deliverable.module.css'
import { OpenWork } from './OpenWork.tsx'
import { LookAtNewer, Replaced } from './Replaced.tsx'
import { useApproveDeliverable } from './use-approve.ts'

interface Props {
  deliverable: Deliverable
  /** All deliverables of the project: they decide which button is the primary one. */
  all: readonly Deliverable[]
  payment: Payment | null
  creatorName: string
  onClose: () => void
}

/**
 * The focused button disappeared with the previous question. The link takes the focus, not the answer: pressing Enter
 * twice must not give the answer.
 */
const takeFocus = (link: HTMLAnchorElement | null) => link?.focus()

/**
 * Asks for confirmation before approving. With held money there are two ways, each a button that says what it does. The
 * rule that the server checks decides which one is primary (decision P8).
 */
export function ApproveDialog({ deliverable, all, payment, creatorName, onClose }: Props) {
  const approve = useApproveDeliverable()
  const held = payment !== null && isReleasable(payment) ? payment : null
  const releases = held !== null && releasesOnApproval(all, deliverable.id)
  const busy = approve.isPending
  const hasBrief = deliverable.brief_version !== null
  const checks = useChecks(deliverable)
  // Anyone who approves has read what is still open. After a failure they can approve without it: the notice says so.
  const listWaits = hasBrief && checks.isPending
  /** The choice made before the question about changes that are still open. */
  const [asked, setAsked] = useState<{ release: boolean } | null>(null)
  const releasing = busy && approve.variables.release

  /** `waive`: the seller has read that changes they asked for are open. */
  function confirm(release: boolean, waive = false) {
    if (busy || listWaits) return
    if (!waive && deliverable.open_changes > 0) {
      setAsked({ release })
      return
    }
    const approval = {
      id: deliverable.id,
      release,
      despite_open_work: release && !releases,
      waive_open_notes: waive,
    }
    onSettled(approve.mutateAsync(approval), {
      onSuccess: () => {
        toast.success(say.approved)
        onClose()
      },
      onError: (error) => {
        // A change was requested a moment ago: it is asked about like the others.
        if (error instanceof ApiError && error.code === 'review.open_notes') {
          setAsked({ release })
          return
        }
        toast.error('Failed to approve deliverable', mayPass(error) ? undefined : messageOf(error))
        onClose()
      },
    })
  }

  if (deliverable.superseded_at !== null)
    return (
      <Dialog
        open
        onClose={onClose}
        title={say.title}
        locked={busy}
        actions={<LookAtNewer deliverable={deliverable} onClick={onClose} />}
      >
        <Replaced deliverable={deliverable} />
      </Dialog>
    )

  if (asked !== null)
    return (
      <Dialog
        open
        onClose={onClose}
        title={say.openChanges(deliverable.open_changes)}
        locked={busy}
        actions={
          <>
            <ButtonLink
              key="look"
              ref={takeFocus}
              variant="quiet"
              to={paths.review(deliverable.project_id, deliverable.id)}
              onClick={onClose}
            >
              {say.look}
            </ButtonLink>
            <Button variant="primary" busy={busy} onClick={() => confirm(asked.release, true)}>
              {say.anyway}
            </Button>
          </>
        }
      >
        <p className="muted">{say.waives}</p>
      </Dialog>
    )

  const approveButton = (
    <Button
      key="approve"
      className={styles.decide}
      variant={releases ? 'secondary' : 'primary'}
      busy={busy && !releasing}
      disabled={releasing || listWaits}
      onClick={() => confirm(false)}
    >
      {releases ? say.approveOnly : say.approve}
    </Button>
  )
  const releaseButton = held ? (
    <Button
      key="release"
      className={styles.decide}
      variant={releases ? 'primary' : 'secondary'}
      busy={releasing}
      disabled={(busy && !releasing) || listWaits}
      onClick={() => confirm(true)}
    >
      {say.approveAndRelease(held)}
    </Button>
  ) : null

  return (
    <Dialog
      open
      onClose={onClose}
      title={say.title}
      locked={busy}
      actions={<>{releases ? [approveButton, releaseButton] : [releaseButton, approveButton]}</>}
    >
      <p className="muted">{say.told(workName(deliverable), creatorName)}</p>
      {deliverable.preview_state === 'none' && !deliverable.original_open ? (
        <p className="strong">{say.unseen}</p>
      ) : null}
      {checks.isLoadingError ? (
        <FailedNotice query={checks} failed={() => checkWords.failed} />
      ) : (
        <OpenChecks checks={checks.data?.checks ?? []} />
      )}
      {listWaits ? <p className="sm muted">{checkWords.waitsToApprove}</p> : null}
      {held ? (
        <>
          <p className="muted">
            {say.releases(held, creatorName)} {say.stays}
          </p>
          <OpenWork {...openWorkBeside(all, deliverable.id)} />
        </>
      ) : null}
    </Dialog>
  )
}
