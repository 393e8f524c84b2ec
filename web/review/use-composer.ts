import { useState } from 'react'
import type { Drawing } from '#contract/review-drawings.ts'
import type { ReviewNote } from '#contract/review-note-schemas.ts'
import type { NoteKind } from '#contract/review-notes.ts'
import { newId } from '#web/api/new-id.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { unsavedPart } from './unsaved-part.ts'

/** A point on a picture, in 1/10,000 of its width and height. */
export type Place = NonNullable<ReviewNote['place']>

/** The drawing tool; 'place' puts one point on a picture. */
export type Tool = 'pen' | 'arrow' | 'box' | 'place'

/** The note being written. */
export interface Typed {
  /** Created when the note is begun, so that sending it twice stores it once. */
  id: string
  kind: NoteKind
  body: string
  /** Whether its moment is fixed: until then it follows the stage. */
  fixed: boolean
  at_ms: number | null
  until_ms: number | null
  page: number | null
  place: Place | null
  drawing: Drawing | null
}

const EMPTY = {
  id: '',
  kind: 'must',
  body: '',
  fixed: false,
  at_ms: null,
  until_ms: null,
  page: null,
}
/** As stored among the drafts of this tab: flat. */
type Kept = Omit<Typed, 'place' | 'drawing' | 'kind'> & {
  kind: string
  place: string
  drawing: string
}
const NOTHING: Kept = { ...EMPTY, place: '', drawing: '' }

const kept = ({ place, drawing, ...rest }: Typed): Kept => ({
  ...rest,
  place: place ? JSON.stringify(place) : '',
  drawing: drawing ? JSON.stringify(drawing) : '',
})

const typedOf = ({ place, drawing, kind, ...rest }: Kept): Typed => ({
  ...rest,
  kind: kind as NoteKind,
  place: place ? (JSON.parse(place) as Place) : null,
  drawing: drawing ? (JSON.parse(drawing) as Drawing) : null,
})

const isBlank = ({ body, drawing, place, until_ms }: Typed) =>
  body.trim() === '' && drawing === null && place === null && until_ms === null

const emptied = ({ kind }: Typed): Typed => ({ ...typedOf(NOTHING), kind })

/** The state of the stage, for a note about it. */
export const momentOf = ({
  player,
  pages,
  page,
}: {
  player: { atMs: number } | null
  pages: number | null
  page: number
}): Pick<Typed, 'fixed' | 'at_ms' | 'until_ms' | 'page'> => ({
  fixed: true,
  at_ms: player?.atMs ?? null,
  until_ms: null,
  page: pages === null ? null : page,
})

export type Composer = ReturnType<typeof useComposer>

/** The note being written about a version: kept across a reload, and the reader is asked before it is lost. */
export function useComposer(deliverableId: string) {
  const form = `review-${deliverableId}`
  const start = useRestored(form, NOTHING)
  const [typed, setTyped] = useState(() => typedOf(start))
  const [tool, setTool] = useState<Tool | null>(null)
  const [look, setLook] = useState({ colour: 0, width: 2 })
  const blank = isBlank(typed)
  const { question } = useUnsaved(form, NOTHING, blank ? NOTHING : kept(typed))

  return {
    typed,
    blank,
    tool,
    look,
    question,
    setTool,
    setLook,
    change(part: Partial<Typed>) {
      // A note that was begun has its own id.
      const id = newId()
      setTyped((now) => ({ ...now, id: now.id === '' ? id : now.id, ...part }))
    },
    clear() {
      setTyped(emptied)
      setTool(null)
    },
    /** Ends the note that was saved; what was typed meanwhile stays, as a note of its own. */
    endSaved(saved: Typed) {
      const id = newId()
      setTyped((now) => {
        // It was cancelled meanwhile, or another one was opened.
        if (now.id !== saved.id) return now
        const rest = unsavedPart(now, saved)
        return isBlank(rest) ? emptied(now) : { ...rest, id }
      })
      setTool(null)
    },
    /** Puts a draft back into the form. */
    edit({ id, kind, body, at_ms, until_ms, page, place, drawing }: ReviewNote) {
      setTyped({ id, kind, body, fixed: true, at_ms, until_ms, page, place, drawing })
    },
  }
}
