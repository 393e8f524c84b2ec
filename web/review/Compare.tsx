import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import styles from './Compare.module.css'
import { OtherVersion } from './OtherVersion.tsx'
import { ShiftChoice } from './ShiftChoice.tsx'
import { comparable, useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import { Work } from './Work.tsx'

const MODES = ['beside', 'wipe', 'flicker'] as const
type Mode = (typeof MODES)[number]

/** The version on the stage and another one, synchronized: side by side, one over the other, or alternating. */
export function Compare() {
  const { room, version, player } = useRoom()
  const others = comparable(room, version)
  const [otherId, setOtherId] = useState(
    (others.find((one) => one.version < version.version) ?? others[0])?.id,
  )
  const other = others.find(({ id }) => id === otherId)
  const wide = useWide()
  const [chosen, setMode] = useState<Mode>('beside')
  // Side by side, two films are too small to see on a phone: there, holding a button shows the other one.
  const mode = wide ? chosen : 'flicker'
  const [shift, setShift] = useState(0)
  const [wipe, setWipe] = useState(50)
  const [held, setHeld] = useState(false)
  if (!other) return <p className={styles.nothing}>{say.nothingToCompare}</p>
  const clip = mode === 'wipe' ? `inset(0 ${100 - wipe}% 0 0)` : undefined
  return (
    <section className={styles.compare} aria-label={say.compare} data-compare="">
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
        {player ? <ShiftChoice player={player} shift={shift} onShift={setShift} /> : null}
        {mode === 'flicker' ? (
          <Button
            size="sm"
            variant="tonal"
            className={styles.hold}
            aria-pressed={held}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setHeld(true)
            }}
            onPointerUp={() => setHeld(false)}
            onPointerCancel={() => setHeld(false)}
            // A long press must not open a context menu.
            onContextMenu={(event) => event.preventDefault()}
            // Pressed by a key or by an assistive technology: shows the other one until the next press.
            onClick={({ detail }) => (detail === 0 ? setHeld(!held) : undefined)}
            onKeyDown={(event) => (event.repeat ? event.preventDefault() : undefined)}
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
