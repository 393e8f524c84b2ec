import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { mediaKind } from '#web/deliverables/media.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import styles from './Compare.module.css'
import { OtherVersion } from './OtherVersion.tsx'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import { Work } from './Work.tsx'

const MODES = ['beside', 'wipe', 'flicker'] as const
type Mode = (typeof MODES)[number]

/** The version on the stage and another one on one clock: beside each other, one over the other, or by turns. */
export function Compare() {
  const { room, version, player } = useRoom()
  const kind = mediaKind(version.file_type)
  const others = room.versions.filter(
    ({ id, file_type }) => id !== version.id && mediaKind(file_type) === kind,
  )
  const [otherId, setOtherId] = useState(
    (others.find((one) => one.version < version.version) ?? others[0])?.id,
  )
  const other = others.find(({ id }) => id === otherId)
  const wide = useWide()
  const [chosen, setMode] = useState<Mode>('beside')
  // Side by side two films are too small on a phone to see anything: there one is held to see the other.
  const mode = wide ? chosen : 'flicker'
  const [shift, setShift] = useState(0)
  const [wipe, setWipe] = useState(50)
  const [held, setHeld] = useState(false)
  if (!other || (kind !== 'video' && kind !== 'image'))
    return <p className={styles.nothing}>{say.nothingToCompare}</p>
  const clip = mode === 'wipe' ? `inset(0 ${100 - wipe}% 0 0)` : undefined
  return (
    <section className={styles.compare} aria-label={say.compare}>
      <div className={styles.bar}>
        <Select
          aria-label={say.compareWith}
          className={styles.other}
          value={other.id}
          onChange={({ target }) => setOtherId(target.value)}
        >
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {say.version(one.version)}
            </option>
          ))}
        </Select>
        {wide ? (
          <SegmentedChoice
            label={say.compareMode}
            options={MODES.map((value) => ({ value, label: say.compareModes[value] }))}
            value={mode}
            onChange={setMode}
          />
        ) : null}
        {player ? (
          <div className={styles.offset} role="group" aria-label={say.offset}>
            <Button
              size="sm"
              iconOnly
              variant="quiet"
              aria-label={say.offsetLess}
              title={say.offsetLess}
              onClick={() => setShift(shift - 1)}
            >
              <Minus aria-hidden="true" />
            </Button>
            <span className="num sm" role="status">
              {say.offsetText(shift)}
            </span>
            <Button
              size="sm"
              iconOnly
              variant="quiet"
              aria-label={say.offsetMore}
              title={say.offsetMore}
              onClick={() => setShift(shift + 1)}
            >
              <Plus aria-hidden="true" />
            </Button>
          </div>
        ) : null}
        {mode === 'flicker' ? (
          <Button
            size="sm"
            variant="tonal"
            aria-pressed={held}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setHeld(true)
            }}
            onPointerUp={() => setHeld(false)}
            onPointerCancel={() => setHeld(false)}
            // The keyboard has no holding: a press shows the other one until the next.
            onKeyDown={({ key }) => (key === 'Enter' ? setHeld(!held) : undefined)}
          >
            {say.holdToCompare}
          </Button>
        ) : null}
      </div>
      <div className={cx(styles.films, styles[mode])}>
        <div
          className={styles.film}
          style={{ clipPath: clip, visibility: mode === 'flicker' && !held ? 'hidden' : undefined }}
        >
          <OtherVersion key={other.id} version={other} shift={shift} />
          <span className={styles.name}>{say.version(other.version)}</span>
        </div>
        <div className={styles.film}>
          <Work />
          <span className={cx(styles.name, styles.right)}>{say.version(version.version)}</span>
        </div>
        {mode === 'wipe' ? (
          <input
            className={styles.wiper}
            type="range"
            min={0}
            max={100}
            value={wipe}
            aria-label={say.wipe}
            style={{ backgroundPosition: `${wipe}% 0` }}
            onChange={({ target }) => setWipe(Number(target.value))}
          />
        ) : null}
      </div>
    </section>
  )
}
