import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { newId } from '#web/api/new-id.ts'
import { useAuth } from '#web/api/session.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { isLasting, keepDraft, keepSentId, restoreDraft, sentId } from '#web/drafts/draft-store.ts'

/** A form's initial values: what was typed before a reload, otherwise `saved`. Read once. */
export function useRestored<T extends object>(form: string, saved: T): T {
  const person = useWriter()
  const [start] = useState(() => restoreDraft(person, form, saved))
  return start
}

/** A form on the page that has unsaved changes. */
interface Unsaved {
  /** Whether leaving would lose them. */
  isLost: () => boolean
  forget: () => void
}

/** A page may contain several forms, and a form's dialog may contain another one. */
const unsavedForms = new Set<Unsaved>()

/** A form's handle on its unsaved changes. */
export interface UnsavedGuard {
  /**
   * Call when sending: the id for what the form creates. It is kept with the draft, so that sending again after a lost
   * response, even after a reload, repeats the request (decision 0118). Emptying the form ends it.
   */
  idToSend: () => string
  /** Call when the input is meant for something new after all: the next id is another one. */
  forgetId: () => void
  /** Call when the input has been saved, before navigating: the draft is deleted, and leaving raises no question. */
  finish: () => void
  /** Call before navigating to where the draft is needed again: it stays, and leaving raises no question. */
  takeAlong: () => void
  /** The confirmation shown on leaving. Render it anywhere in the form's screen. */
  question: ReactNode
}

/**
 * Keeps input across a reload (never give it passwords or card data) and asks before it is lost by leaving for another
 * page, closing the tab or loading another site. `current` differs from `saved` while something is unsaved.
 */
export function useUnsaved<T extends object>(form: string, saved: T, current: T): UnsavedGuard {
  const person = useWriter()
  const typed = JSON.stringify(current)
  const isUnsaved = typed !== JSON.stringify(saved)
  /** Leaving would lose it; drafts kept on the device survive. */
  const mayLose = isUnsaved && !isLasting(form)
  /** What was saved last, until `saved` reflects it. */
  const finished = useRef<string | null>(null)
  const [sentBefore] = useState(() => sentId(person, form))
  const id = useRef(sentBefore)

  useEffect(() => {
    if (!isUnsaved) id.current = null
    if (finished.current !== typed)
      keepDraft(person, form, isUnsaved ? (JSON.parse(typed) as object) : null, id.current)
  }, [person, form, typed, isUnsaved])

  useEffect(() => {
    if (!mayLose) return
    const ask = (event: BeforeUnloadEvent) => {
      if (finished.current !== typed) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [mayLose, typed])

  useEffect(() => {
    if (!mayLose) return
    const here: Unsaved = {
      isLost: () => finished.current !== typed,
      forget() {
        finished.current = typed
        keepDraft(person, form, null)
      },
    }
    unsavedForms.add(here)
    return () => void unsavedForms.delete(here)
  }, [person, form, typed, mayLose])

  // Switching tabs within the same page does not count as leaving. The router asks only one blocker, so each one
  // answers for all forms.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      [...unsavedForms].some(({ isLost }) => isLost()),
  )

  function finish() {
    finished.current = typed
    keepDraft(person, form, null)
  }

  function takeAlong() {
    finished.current = typed
  }

  return {
    idToSend() {
      id.current ??= newId()
      keepSentId(person, form, id.current)
      return id.current
    },
    forgetId: () => void (id.current = null),
    finish,
    takeAlong,
    question: (
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title="Leave without saving?"
        confirm="Leave"
        destructive
        onConfirm={() => {
          for (const { forget } of unsavedForms) forget()
          blocker.proceed?.()
        }}
        onClose={() => blocker.reset?.()}
      >
        <p className="muted">What you changed on this page has not been saved.</p>
      </ConfirmDialog>
    ),
  }
}

/** The draft's owner: the person who was signed in when the form opened, even while they are signing out. */
function useWriter(): string | null {
  const { user } = useAuth()
  const [person] = useState(user?.id ?? null)
  return person
}
