import { useEffect, useState } from 'react'
import { REJECT_UNDO_MS } from '#contract/applications.ts'
import { Button } from '#web/ui/Button.tsx'
import { answerWords as say } from './answer-words.ts'
import styles from './Application.module.css'

interface Props {
  /** RFC 3339, by the server's clock. */
  until: string
  /** Who is notified when it takes effect: a first name, or several people. */
  who: string
  busy: boolean
  onUndo: () => void
  /** The time is over: the answer is final. */
  onOver: () => void
}

const SECOND_MS = 1_000

/** Undo, for as long as the server allows it. A browser whose clock is wrong shows it for at most the full time. */
export function UndoReject({ until, who, busy, onUndo, onOver }: Props) {
  const [left, setLeft] = useState(() => {
    const ms = Date.parse(until) - Date.now()
    return Math.ceil(Math.min(Math.max(ms, SECOND_MS), REJECT_UNDO_MS) / SECOND_MS)
  })
  useEffect(() => {
    if (left === 0) {
      onOver()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS)
    return () => clearTimeout(timer)
  }, [left, onOver])

  if (left === 0) return null
  return (
    <>
      <Button busy={busy} busyText={say.undoBusy} onClick={onUndo}>
        {say.undo}
      </Button>
      <span className={`sm muted num ${styles.told}`}>{say.toldIn(who, left)}</span>
    </>
  )
}
