import { ArrowLeft, Columns2, Keyboard, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { formatDay } from '#web/ui/dates.ts'
import { answeredWords } from './answered-words.ts'
import { shortcut, tip } from './keys.ts'
import { PartnerChip } from './PartnerChip.tsx'
import styles from './RoomBar.module.css'
import { comparable, useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'

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

interface Props {
  comparing: boolean
  onCompare: () => void
  onHelp: () => void
  /** The reader's decisions. */
  decide: ReactNode
}

/** Above the stage: the choice of version, the ways to look at it, and the reader's decisions. */
export function RoomBar({ comparing, onCompare, onHelp, decide }: Props) {
  const { room, version, reader, openVersion } = useRoom()
  const { project, versions } = room
  const [inviting, setInviting] = useState(false)
  const [newest] = versions
  const wide = useWide()
  const answered =
    reader === 'guest' ? null : answeredWords(version, { reader, owner: room.owner }, formatDay)
  const invites = reader === 'owner' && project.status === 'in_progress'
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
                  ...(invites ? [{ label: say.guests, onSelect: () => setInviting(true) }] : []),
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
            onClick={() => setInviting(true)}
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
      {decide}
      {answered === null ? null : <p className={styles.answered}>{answered}</p>}
      {newest && newest.id !== version.id ? (
        <p className={styles.older} role="status">
          {say.older(newest.version)}{' '}
          <button type="button" className="link" onClick={() => openVersion(newest.id)}>
            {say.toNewest}
          </button>
        </p>
      ) : null}
      {inviting ? <GuestLinks onClose={() => setInviting(false)} /> : null}
    </header>
  )
}
