import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { momentSpoken, momentText, msOfFrame } from '#contract/frames.ts'
import { toNearest } from '#contract/media.ts'
import { cx } from '#web/ui/cx.ts'
import { NoteMark } from './NoteMark.tsx'
import type { Player } from './player.ts'
import { useRoom } from './room-context.ts'
import { noteSpoken, roomWords as say } from './room-words.ts'
import { StoryboardTile } from './StoryboardTile.tsx'
import styles from './Timeline.module.css'
import { usePartner } from './use-partner.ts'
import { usePlayback } from './use-playback.ts'

/** The whole film as a line: drag to look through it; notes are marked at their moments. */
export function Timeline({ player }: { player: Player }) {
  const { notes, selected, select, rate, composer } = useRoom()
  const track = useRef<HTMLDivElement>(null)
  const frames = usePlayback(player, (state) => state.frames)
  /** Under the pointer. */
  const [over, setOver] = useState<number | null>(null)
  const last = Math.max(1, frames - 1)
  const length = msOfFrame(last, player.rate)
  const part = (ms: number) => `${Math.max(0, Math.min(1, ms / length)) * 100}%`
  const placed = notes.filter(({ shown_at }) => shown_at !== null)
  const typed = composer?.typed

  function frameUnder({ clientX }: PointerEvent): number {
    const { left, width } = track.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return toNearest(Math.max(0, Math.min(1, (clientX - left) / width)) * last)
  }

  function onPointer(event: PointerEvent) {
    const frame = frameUnder(event)
    setOver(frame)
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId)
      player.pause()
    }
    if (event.buttons === 1) player.seek(frame)
  }

  return (
    <div className={styles.timeline}>
      <div
        ref={track}
        className={styles.track}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerLeave={() => setOver(null)}
      >
        {placed.map((note) =>
          note.until_ms === null ? null : (
            <span
              key={note.id}
              className={cx(
                styles.range,
                styles[note.kind],
                note.status === 'resolved' && styles.over,
              )}
              style={{
                left: part(note.shown_at ?? 0),
                width: part(note.until_ms - (note.at_ms ?? 0)),
              }}
            />
          ),
        )}
        {typed?.fixed && typed.at_ms !== null ? (
          <span
            className={styles.typed}
            style={{
              left: part(typed.at_ms),
              width: typed.until_ms === null ? undefined : part(typed.until_ms - typed.at_ms),
            }}
          />
        ) : null}
        <Position player={player} last={last} />
        <Partner part={part} />
        {over === null ? null : (
          <StoryboardTile
            ms={msOfFrame(over, player.rate)}
            left={`${(over / last) * 100}%`}
            caption={momentText(msOfFrame(over, player.rate), rate)}
          />
        )}
      </div>
      <div className={styles.pins}>
        {placed.map((note) => (
          <button
            key={note.id}
            type="button"
            className={styles.pin}
            style={{ left: part(note.shown_at ?? 0) }}
            aria-pressed={note.id === selected?.id}
            aria-label={noteSpoken(note, {
              index: notes.indexOf(note) + 1,
              of: notes.length,
              where: momentSpoken(note.shown_at ?? 0, rate),
            })}
            title={note.body}
            onClick={() => select(note)}
          >
            <NoteMark note={note} />
          </button>
        ))}
      </div>
    </div>
  )
}

/** The film's position; a slider for the keyboard and for screen readers. */
function Position({ player, last }: { player: Player; last: number }) {
  const { rate } = useRoom()
  const frame = usePlayback(player, (state) => state.frame)
  function onKey(event: KeyboardEvent) {
    const second = toNearest(player.rate.num / player.rate.den)
    const by = {
      ArrowLeft: event.shiftKey ? -second : -1,
      ArrowRight: event.shiftKey ? second : 1,
      ArrowDown: -1,
      ArrowUp: 1,
      PageDown: -second,
      PageUp: second,
      Home: -last,
      End: last,
    }[event.key]
    if (by === undefined) return
    event.preventDefault()
    player.step(by)
  }
  return (
    <div
      className={styles.position}
      style={{ left: `${(frame / last) * 100}%` }}
      role="slider"
      tabIndex={0}
      aria-label={say.position}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={frame}
      aria-valuetext={momentSpoken(msOfFrame(frame, player.rate), rate)}
      onKeyDown={onKey}
    />
  )
}

/** The other side's position, while they are here. */
function Partner({ part }: { part: (ms: number) => string }) {
  const { filePosition } = useRoom()
  const partner = usePartner()
  if (partner?.file !== filePosition) return null
  return (
    <span className={styles.partner} style={{ left: part(partner.atMs) }} aria-hidden="true">
      {/* Moved by its own share of its width, so that it stays within the line at both ends. */}
      <span style={{ translate: `-${part(partner.atMs)}` }}>{partner.name}</span>
    </span>
  )
}
