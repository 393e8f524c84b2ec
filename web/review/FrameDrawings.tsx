import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { type RoomView, useRoom } from './room-context.ts'
import type { ShownNote } from './shown-notes.ts'
import { usePlayback } from './use-playback.ts'

// Most notes have none.
const Drawing = lazyComponent(async () => (await import('./Drawing.tsx')).Drawing, null, 'nobody')
const DrawingPad = lazyComponent(
  async () => (await import('./DrawingPad.tsx')).DrawingPad,
  null,
  'nobody',
)

/** A drawing belongs to one frame; it fades out within this distance of it, in ms. */
const FADES_WITHIN_MS = 500

/** The drawings on the file on the stage, and the surface for more while a tool is active. */
export function FrameDrawings({ ratio }: { ratio: number }) {
  const view = useRoom()
  const { player, composer, notes, selected } = view
  // Rendered for each frame only while there are drawings.
  const drawn = notes.filter(({ drawing }) => drawing !== null)
  const frame = usePlayback(player, (state) => (drawn.length > 0 || composer ? state.frame : 0))
  const playing = usePlayback(player, (state) => state.playing)
  const typed = composer?.typed
  // A drawing in progress belongs to its page.
  const isHere = !typed?.fixed || typed.page === null || typed.page === view.page
  const nearest = drawn.filter(({ carried, id }) => !carried || id === selected?.id)
  return (
    <>
      {playing
        ? null
        : nearest.map((note) => {
            const opacity = nearness(view, note, frame)
            return note.drawing && opacity > 0 && note.id !== typed?.id ? (
              <Drawing key={note.id} drawing={note.drawing} ratio={ratio} opacity={opacity} />
            ) : null
          })}
      {typed?.drawing && isHere ? <Drawing drawing={typed.drawing} ratio={ratio} /> : null}
      {composer?.tool && isHere ? (
        <DrawingPad composer={composer} tool={composer.tool} ratio={ratio} />
      ) : null}
    </>
  )
}

const CARRIED = 0.35

/** 1 on a note's own frame or page, less near it, 0 elsewhere. Resolved ones show when they are selected. */
function nearness(view: RoomView, note: ShownNote, _frame: number): number {
  const { player, page, selected } = view
  if (note.status === 'resolved' && selected?.id !== note.id) return 0
  if (note.page !== null) return note.page === page ? 1 : 0
  if (note.shown_at === null || player === null) return 1
  // On the new version it only shows the place.
  if (note.carried && note.shown_at === player.atMs) return CARRIED
  const away = Math.abs(note.shown_at - player.atMs)
  const until = note.until_ms === null ? 0 : note.until_ms - (note.at_ms ?? 0)
  if (player.atMs >= note.shown_at && player.atMs <= note.shown_at + until) return 1
  return Math.max(0, 1 - away / FADES_WITHIN_MS)
}
