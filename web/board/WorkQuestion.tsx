import { openRevisions, waitingForReview } from '#contract/open-work.ts'
import { paymentFailures } from '#contract/payments.ts'
import { useProjectDeliverables } from '#web/deliverables/use-deliverables.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { useProjectPayment } from '#web/payments/use-payments.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import type { DealQuestion } from './questions.ts'
import { ACT_WORDS } from './board-words.ts'

const ApproveDialog = lazyComponent(
  async () => (await import('#web/deliverables/ApproveDialog.tsx')).ApproveDialog,
)
const RevisionDialog = lazyComponent(
  async () => (await import('#web/deliverables/RevisionDialog.tsx')).RevisionDialog,
)
const ReleaseDialog = lazyComponent(
  async () => (await import('#web/payments/ReleaseDialog.tsx')).ReleaseDialog,
)
const OpenWork = lazyComponent(
  async () => (await import('#web/deliverables/OpenWork.tsx')).OpenWork,
)

type Props = DealQuestion & { act: 'approve' | 'request_changes' | 'release' }

/** Approves, returns or pays for the work of a deal, through the dialogs and texts of the deal's own page. */
export function WorkQuestion({ placed, first, act, onClose }: Props) {
  const { id } = placed.deal.project
  const works = useProjectDeliverables(id)
  const payment = useProjectPayment(id)
  if (works.data === undefined || payment.data === undefined)
    return (
      <Dialog open onClose={onClose} title={ACT_WORDS[act].replace('…', '')}>
        {works.isError ? (
          <FailedNotice query={works} failed={(message) => message} />
        ) : payment.isError ? (
          <FailedNotice query={payment} failed={() => paymentFailures.load} />
        ) : (
          <Loading />
        )}
      </Dialog>
    )

  const all = works.data
  const waiting = waitingForReview(all)
  if (act === 'release')
    return payment.data ? (
      <ReleaseDialog
        payment={payment.data}
        creatorName={first}
        openWork={<OpenWork waiting={waiting} revisions={openRevisions(all)} />}
        onClose={onClose}
      />
    ) : null
  // Waiting deliveries come earliest first: what was handed in first is answered first.
  const [deliverable] = waiting
  if (deliverable === undefined) return null
  return act === 'approve' ? (
    <ApproveDialog
      deliverable={deliverable}
      all={all}
      payment={payment.data}
      creatorName={first}
      onClose={onClose}
    />
  ) : (
    <RevisionDialog deliverable={deliverable} creatorName={first} onClose={onClose} />
  )
}
