import { type RefObject, useEffect, useRef } from 'react'
import { toNearest } from '#contract/media.ts'
import { mayMove } from '#contract/transitions.ts'
import { noteTransitions } from '#contract/review-notes.ts'
import { messageOf } from '#web/api/errors.ts'
import { toast } from '#web/ui/toast.ts'
import { actOf, type KeyAct } from './keys.ts'
import type { RoomView } from './room-context.ts'
import { nextOpen } from './shown-notes.ts'
import { momentOf } from './use-composer.ts'
import { useEndNote } from './use-review.ts'
import { canBeDrawnOn } from './use-source.ts'

/** Puts the caret into the field a note is written in. */
export const focusNoteField = (): void =>
  document.querySelector<HTMLElement>('[data-note-field]')?.focus()

/** What takes keys itself: fields, and of what is pressed by space only that key. */
const WRITES =
  'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'
const PRESSED = 'button, a[href], summary, [role=menuitem], [role=slider]'
const MOVES = '[role=menu], input[type=range], input[type=radio], [role=slider]'

/** The acts of the room, for its keys and its buttons alike. */
export function useActs(view: RoomView): (act: KeyAct) => void {
  const end = useEndNote()
  const { player, composer, everyNote, selected, select, reader, page, pages, setPage, stepFile } =
    view
  const ms = () => player?.atMs ?? null

  /** Fixes the note that is being written to what is on the stage. */
  function fix() {
    player?.pause()
    composer?.change(momentOf(view))
  }

  /** A frame on or back; of a PDF, a page. */
  function step(by: 1 | -1) {
    player?.step(by)
    if (pages !== null) setPage(Math.max(1, Math.min(pages, page + by)))
  }

  return (act) => {
    if (act === 'toggle') player?.toggle()
    else if (act === 'faster') player?.faster()
    else if (act === 'reverse') player?.reverse()
    else if (act === 'frameBack' || act === 'frameOn') step(act === 'frameOn' ? 1 : -1)
    else if (act === 'secondBack') player?.stepSeconds(-1)
    else if (act === 'secondOn') player?.stepSeconds(1)
    else if (act === 'comment') {
      player?.pause()
      focusNoteField()
    } else if (act === 'rangeStart' && player) fix()
    else if (act === 'rangeEnd' && player && composer) {
      const now = ms() ?? 0
      const { at_ms } = composer.typed
      // The last frame of the range belongs to it.
      const until = Math.max(now + 1, now + toNearest((1_000 * player.rate.den) / player.rate.num))
      const from = at_ms === null || !composer.typed.fixed || at_ms > now ? now : at_ms
      player.pause()
      composer.change({ fixed: true, at_ms: from, until_ms: until })
    } else if (act === 'draw' && composer && reader === 'owner' && canBeDrawnOn(view.version)) {
      player?.pause()
      composer.setTool(composer.tool === null ? 'pen' : null)
      if (composer.tool === null && !composer.typed.fixed) fix()
    } else if (act === 'next' || act === 'previous') {
      // Through all files of the version.
      const note = nextOpen(everyNote, selected?.id ?? null, act === 'next' ? 1 : -1)
      if (note) select(note)
    } else if (act === 'nextFile' || act === 'previousFile') {
      stepFile(act === 'nextFile' ? 1 : -1)
    } else if (
      act === 'resolve' &&
      selected &&
      mayMove(noteTransitions, 'resolve', selected.status, reader)
    ) {
      end
        .mutateAsync({ id: selected.id, how: 'resolve' })
        .catch((error: unknown) => toast.error(messageOf(error)))
    }
  }
}

/** Listens to the room's keys: never while someone types, and never in a dialog above it. */
export function useKeys(
  view: RoomView,
  place: RefObject<HTMLElement | null>,
  more: { help: () => void },
): void {
  const acts = useActs(view)
  const latest = useRef({ acts, more })
  useEffect(() => {
    latest.current = { acts, more }
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const act = actOf(event)
      if (act === null || event.defaultPrevented || !isFree(event, place.current)) return
      event.preventDefault()
      if (act === 'help') latest.current.more.help()
      else latest.current.acts(act)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [place])
}

/** Whether a key is the room's: focus is in it, or nowhere, and not on what answers that key itself. */
function isFree(event: KeyboardEvent, room: HTMLElement | null): boolean {
  const { target } = event
  if (!(target instanceof Element) || document.querySelector('dialog[open]')) return false
  const isHere =
    target === document.body || target.matches('main') || room?.contains(target) === true
  if (!isHere || target.closest(WRITES)) return false
  if (event.key === ' ' && target.closest(PRESSED)) return false
  return !(event.key.startsWith('Arrow') && target.closest(MOVES))
}
