import { ShieldAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { safetyWords } from '#contract/safety-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './SafetyNote.module.css'

interface Props {
  line: string
  /** Who will read the message. */
  name: string
  onSend: () => void
  onEdit: () => void
}

/**
 * The line the sender reads before a message is sent. The button that goes back has the focus, so that a second Enter
 * meant for the message sends nothing.
 */
export function SafetyLine({ line, name, onSend, onEdit }: Props) {
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => edit.current?.focus(), [])
  return (
    <div className={styles.line}>
      <Notice
        tone="yellow"
        icon={ShieldAlert}
        title={line}
        role="alert"
        actions={
          <>
            <Button ref={edit} size="sm" onClick={onEdit}>
              {safetyWords.edit}
            </Button>
            <Button size="sm" variant="quiet" onClick={onSend}>
              {safetyWords.sendAnyway}
            </Button>
          </>
        }
      >
        {safetyWords.told(name)}
      </Notice>
    </div>
  )
}
