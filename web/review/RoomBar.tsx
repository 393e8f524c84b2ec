import { ArrowLeft, Check, Columns2, Keyboard, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { deliverableTransitions } from '#contract/deliverables.ts'
import { paths } from '#contract/paths.ts'
import { mayMove } from '#contract/transitions.ts'
import { useProjectPayment } from '#web/payments/use-payments.ts'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { shortcut, tip } from './keys.ts'
import { PartnerChip } from './PartnerChip.tsx'
import styles from './RoomBar.module.css'
import { comparable, useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'

const SendDialog = lazyComponent(
  async () => (await import('./SendDialog.tsx')).SendDialog,
  null,
  'nobody',
)
const ExportMenu = lazyComponent(
  async () => (await import('./ExportMenu.tsx')).ExportMenu,
  null,
  'nobody',
)
const GuestLinks = lazyComponent(
  async () => (await import('./GuestLinks.tsx')).GuestLinks,
  null,
  'nobody',
)
const ApproveDialog = lazyComponent(
  async () => (await import('#web/deliverables/ApproveDialog.tsx')).ApproveDialog,
)

interface Props {
  comparing: boolean
  onCompare: () => void
  onHelp: () => void
}

/** Above the stage: which version, the ways to look at it, and what the reader decides. */
export function RoomBar({ comparing, onCompare, onHelp }: Props) {
  const { room, version, notes, composer, reader, openVersion } = useRoom()
  const { project, versions, creator } = room
  const [asking, setAsking] = useState<'send' | 'approve' | 'guests' | null>(null)
  const payment = useProjectPayment(project.id, { enabled: reader === 'owner' })
  // One of an earlier version goes nowhere until it is put on this one.
  const drafts = notes.filter(({ status, carried }) => status === 'draft' && !carried)
  const [newest] = versions
  const wide = useWide()
  const invites = reader === 'owner' && project.status === 'in_progress'
  const mayApprove =
    reader === 'owner' && mayMove(deliverableTransitions, 'approve', version.status, 'owner')
  return (
    <header className={styles.bar}>
      {reader === 'guest' ? null : (
        <Link
          className={styles.back}
          to={paths.project(project.id)}
          aria-label={say.back}
          title={say.back}
        >
          <ArrowLeft aria-hidden="true" />
        </Link>
      )}
      <h1 className={styles.title}>{project.title}</h1>
      <Select
        className={styles.version}
        aria-label={say.versionSwitch}
        value={version.id}
        onChange={({ target }) => openVersion(target.value)}
      >
        {versions.map((one) => (
          <option key={one.id} value={one.id}>
            {say.version(one.version)}
          </option>
        ))}
      </Select>
      {reader === 'guest' ? null : (
        <span className={styles.status}>
          <DeliverableBadge of={version} />
        </span>
      )}
      <PartnerChip />
      <div className={styles.acts}>
        {comparable(room, version).length > 0 ? (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={comparing}
            aria-label={comparing ? say.endCompare : say.compare}
            onClick={onCompare}
          >
            <Columns2 size={16} aria-hidden="true" />
            <span className={styles.word}>{comparing ? say.endCompare : say.compare}</span>
          </Button>
        ) : null}
        <ExportMenu
          more={
            wide
              ? []
              : [
                  ...(invites ? [{ label: say.guests, onSelect: () => setAsking('guests') }] : []),
                  { label: say.help, onSelect: onHelp },
                ]
          }
        />
        {wide && invites ? (
          <Button
            size="sm"
            variant="quiet"
            iconOnly
            aria-label={say.guests}
            title={say.guests}
            onClick={() => setAsking('guests')}
          >
            <UserPlus aria-hidden="true" />
          </Button>
        ) : null}
        {wide ? (
          <Button
            size="sm"
            variant="quiet"
            iconOnly
            aria-label={say.help}
            title={tip('help')}
            aria-keyshortcuts={shortcut('help')}
            onClick={onHelp}
          >
            <Keyboard aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      <div className={styles.decide}>
        {composer && reader === 'owner' ? (
          <Button
            variant={drafts.length > 0 ? 'primary' : 'secondary'}
            onClick={() => setAsking('send')}
          >
            {version.status === 'pending'
              ? say.requestChanges(drafts.length)
              : say.sendNotes(drafts.length)}
          </Button>
        ) : null}
        {mayApprove ? (
          <Button
            variant={drafts.length > 0 ? 'secondary' : 'primary'}
            onClick={() => setAsking('approve')}
          >
            <Check size={18} aria-hidden="true" />
            {say.approve}
          </Button>
        ) : null}
        {reader === 'creator' ? (
          <ButtonLink to={paths.project(project.id)}>{say.toProject}</ButtonLink>
        ) : null}
      </div>
      {newest && newest.id !== version.id ? (
        <p className={styles.older} role="status">
          {say.older(newest.version)}{' '}
          <button type="button" className="link" onClick={() => openVersion(newest.id)}>
            {say.toNewest}
          </button>
        </p>
      ) : null}
      {asking === 'guests' ? <GuestLinks onClose={() => setAsking(null)} /> : null}
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
    </header>
  )
}
