import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  FastForward,
  Pause,
  Pencil,
  Play,
  Rewind,
  SkipBack,
  SkipForward,
  Volume2,
  VolumeX,
  type LucideIcon,
} from 'lucide-react'
import { momentText, msOfFrame } from '#contract/frames.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type KeyAct, shortcut, tip } from './keys.ts'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import { Timeline } from './Timeline.tsx'
import styles from './Transport.module.css'
import { useActs } from './use-keys.ts'
import { usePlayback } from './use-playback.ts'
import { canBeDrawnOn } from './use-source.ts'

/** Under the stage: the current position, and a button for every playback key. */
export function Transport() {
  const view = useRoom()
  const { player, composer, notes } = view
  const act = useActs(view)
  const open = notes.filter(({ status }) => status !== 'resolved').length
  const button = (does: KeyAct, Icon: LucideIcon, disabled = false) => (
    <KeyButton does={does} icon={Icon} disabled={disabled} act={act} />
  )
  return (
    <section className={styles.transport} aria-label={say.controls}>
      {player ? <Timeline player={player} /> : null}
      <div className={cx(styles.controls, player === null && styles.still)}>
        {player ? (
          <>
            <Moment />
            <div className={styles.group}>
              {button('secondBack', ChevronsLeft)}
              {button('frameBack', ChevronLeft)}
              {button('reverse', Rewind)}
              <PlayButton onClick={() => act('toggle')} />
              {button('faster', FastForward)}
              {button('frameOn', ChevronRight)}
              {button('secondOn', ChevronsRight)}
            </div>
          </>
        ) : (
          <PageControls act={act} />
        )}
        <div className={cx(styles.group, styles.end)}>
          {composer && view.reader === 'owner' && canBeDrawnOn(view.version)
            ? button('draw', Pencil)
            : null}
          {button('previous', SkipBack, open === 0)}
          {button('next', SkipForward, open === 0)}
          {player ? <SoundButton /> : null}
        </div>
      </div>
    </section>
  )
}

function PlayButton({ onClick }: { onClick: () => void }) {
  const { player } = useRoom()
  const playing = usePlayback(player, (state) => state.playing)
  const Icon = playing ? Pause : Play
  return (
    <Button
      iconOnly
      variant="tonal"
      aria-label={playing ? say.pause : say.play}
      aria-keyshortcuts={shortcut('toggle')}
      title={tip('toggle')}
      onClick={onClick}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}

function SoundButton() {
  const { player } = useRoom()
  const muted = usePlayback(player, (state) => state.muted)
  const Icon = muted ? VolumeX : Volume2
  const label = muted ? say.unmute : say.mute
  return (
    <Button
      size="sm"
      iconOnly
      variant="quiet"
      aria-label={label}
      title={label}
      onClick={() => player?.toggleSound()}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}

/** "0:07 f12", the total length, and the speed. */
function Moment() {
  const { player, rate } = useRoom()
  const frame = usePlayback(player, (state) => state.frame)
  const frames = usePlayback(player, (state) => state.frames)
  const speed = usePlayback(player, (state) => (state.playing ? state.speed : 1))
  if (!player) return null
  const text = (one: number) => momentText(msOfFrame(one, player.rate), rate)
  return (
    <p className={styles.moment}>
      <span className="strong" data-moment="">
        {text(frame)}
      </span>
      <span className="muted"> / {text(frames - 1)}</span>
      {speed === 1 ? null : <span className={styles.speed}>{say.speed(speed)}</span>}
    </p>
  )
}

/** For a PDF: the current page. */
function PageControls({ act }: { act: (does: KeyAct) => void }) {
  const { page, pages } = useRoom()
  if (pages === null) return <span />
  return (
    <div className={styles.group}>
      <KeyButton does="frameBack" icon={ChevronLeft} disabled={page <= 1} act={act} />
      <span className="sm num" role="status">
        {say.page(page, pages)}
      </span>
      <KeyButton does="frameOn" icon={ChevronRight} disabled={page >= pages} act={act} />
    </div>
  )
}

interface KeyButtonProps {
  does: KeyAct
  icon: LucideIcon
  disabled: boolean
  act: (does: KeyAct) => void
}

/** One key as a button. */
function KeyButton({ does, icon: Icon, disabled, act }: KeyButtonProps) {
  const title = tip(does, useRoom().pages !== null)
  return (
    <Button
      size="sm"
      iconOnly
      variant="quiet"
      aria-label={title.replace(/ \([^)]*\)$/, '')}
      aria-keyshortcuts={shortcut(does)}
      title={title}
      disabled={disabled}
      onClick={() => act(does)}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}
