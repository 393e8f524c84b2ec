import { Check } from 'lucide-react'
import { useState } from 'react'
import { deliverableTransitions } from '#contract/deliverables.ts'
import { paths } from '#contract/paths.ts'
import { isMoneyBack } from '#contract/payments.ts'
import { mayMove } from '#contract/transitions.ts'
import { useRefused } from '#web/checks/use-checks.ts'
import { useProjectPayment } from '#web/payments/use-payments.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import styles from './RoomBar.module.css'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'

const SendDialog = lazyComponent(
  async () => (await import('./SendDialog.tsx')).SendDialog,
  null,
  'nobody',
)
const ApproveDialog = lazyComponent(
  async () => (await import('#web/deliverables/ApproveDialog.tsx')).ApproveDialog,
)

/** The decisions of both sides in their room. A module of its own: a guest decides nothing, and loads none of it. */
export function Decide() {
  const { room, version, everyNote, composer, reader } = useRoom()
  const { project, versions, creator } = room
  const [asking, setAsking] = useState<'send' | 'approve' | null>(null)
  const payment = useProjectPayment(project.id, { enabled: reader === 'owner' })
  // A draft of an earlier version is not sent until it is placed on this one.
  const drafts = everyNote.filter(({ status, carried }) => status === 'draft' && !carried)
  const refused = useRefused({
    id: version.id,
    brief_version:
      reader === 'owner' && version.status === 'pending' ? version.brief_version : null,
  })
  const toSend = drafts.length + refused.length
  // A dispute is answered first; approving stays possible beside it.
  const inDispute = payment.data?.deal_dispute_id != null
  const returned = isMoneyBack(payment.data)
  const mayApprove =
    reader === 'owner' &&
    !returned &&
    mayMove(deliverableTransitions, 'approve', version.status, 'owner')
  return (
    <div className={styles.decide}>
      {composer && reader === 'owner' && !(returned && version.status === 'pending') ? (
        <Button variant={toSend > 0 ? 'primary' : 'secondary'} onClick={() => setAsking('send')}>
          {version.status === 'pending' ? say.requestChanges(toSend) : say.sendNotes(drafts.length)}
        </Button>
      ) : null}
      {mayApprove ? (
        <Button
          variant={toSend > 0 || inDispute ? 'secondary' : 'primary'}
          onClick={() => setAsking('approve')}
        >
          <Check size={18} aria-hidden="true" />
          {say.approve}
        </Button>
      ) : null}
      {reader === 'creator' ? (
        <ButtonLink to={paths.project(project.id)}>{say.toProject}</ButtonLink>
      ) : null}
      {asking === 'send' ? <SendDialog drafts={drafts} onClose={() => setAsking(null)} /> : null}
      {asking === 'approve' ? (
        <ApproveDialog
          deliverable={version}
          all={versions}
          payment={payment.data ?? null}
          creatorName={creator.name}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  )
}
