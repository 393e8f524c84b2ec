import { Minus, Plus } from 'lucide-react'
import { framesIn } from '#contract/frames.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Compare.module.css'
import type { Player } from './player.ts'
import { roomWords as say } from './room-words.ts'
import { usePlayback } from './use-playback.ts'

/** The largest shift between the starts of two versions, earlier or later, in ms. */
const MOST_MS = 10_000

interface Props {
  player: Player
  /** The number of frames of the stage's film that the other one is ahead; below 0, behind. */
  shift: number
  onShift: (frames: number) => void
}

/** Sets the shift between two films: by dragging, or frame by frame. */
export function ShiftChoice({ player, shift, onShift }: Props) {
  const frames = usePlayback(player, (state) => state.frames)
  const most = Math.max(1, Math.min(frames - 1, framesIn(MOST_MS, player.rate)))
  const by = (step: number) => onShift(Math.max(-most, Math.min(most, shift + step)))
  return (
    <div className={styles.offset} role="group" aria-label={say.offset}>
      <Button
        size="sm"
        iconOnly
        variant="quiet"
        aria-label={say.offsetLess}
        title={say.offsetLess}
        onClick={() => by(-1)}
      >
        <Minus aria-hidden="true" />
      </Button>
      <input
        type="range"
        className={styles.shift}
        min={-most}
        max={most}
        value={shift}
        aria-label={say.offset}
        aria-valuetext={say.offsetText(shift)}
        onChange={({ target }) => onShift(Number(target.value))}
      />
      <Button
        size="sm"
        iconOnly
        variant="quiet"
        aria-label={say.offsetMore}
        title={say.offsetMore}
        onClick={() => by(1)}
      >
        <Plus aria-hidden="true" />
      </Button>
      <span className="num sm" role="status">
        {say.offsetText(shift)}
      </span>
    </div>
  )
}
