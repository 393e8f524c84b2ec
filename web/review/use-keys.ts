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

/** Puts the caret into the note field. */
export const focusNoteField = (): void =>
  document.querySelector<HTMLElement>('[data-note-field]')?.focus()

/** Elements that handle keys themselves: fields handle all keys; elements pressed by space handle only that key. */
const WRITES =
  'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'
const PRESSED = 'button, a[href], summary, [role=menuitem], [role=slider]'
const MOVES = '[role=menu], input[type=range], input[type=radio], [role=slider]'

/** The actions of the room, shared by its keys and buttons. */
export function useActs(view: RoomView): (act: KeyAct) => void {
  const end = useEndNote()
  const { player, composer, everyNote, selected, select, reader, page, pages, setPage, stepFile } =
    view
  const ms = () => player?.atMs ?? null

  /** Fixes the note being written to what is on the stage. */
  function fix() {
    player?.pause()
    composer?.change(momentOf(view))
  }

  /** One frame forward or back; in a PDF, one page. */
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
      // The range includes its last frame.
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

/** Listens to the room's keys, but not while someone types, and not while a dialog is open above it. */
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

/**
 * Whether a key belongs to the room: focus is in it, or nowhere, and not on an element that handles that key itself.
 */
function isFree(event: KeyboardEvent, room: HTMLElement | null): boolean {
  const { target } = event
  if (!(target instanceof Element) || document.querySelector('dialog[open]')) return false
  const isHere =
    target === document.body || target.matches('main') || room?.contains(target) === true
  if (!isHere || target.closest(WRITES)) return false
  if (event.key === ' ' && target.closest(PRESSED)) return false
  return !(event.key.startsWith('Arrow') && target.closest(MOVES))
}
