import { useState } from 'react'
import type { Role } from '#contract/profiles.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useSafetyLine } from './use-safety-line.ts'

const SafetyLine = lazyComponent(async () => (await import('./SafetyLine.tsx')).SafetyLine)

interface Note {
  /** What is written. */
  text: string
  sender: Role
  /** Who will read it. */
  name: string
  /** The form's own way to send. */
  send: () => void
  /** Back to what is written. */
  onEdit: () => void
}

/**
 * The same line before sending as in a conversation, for what is written with an application, an offer or an invitation: no money
 * is held yet. `submit` sends, or shows `line`. A text is asked about once, also when the form has to be sent again.
 */
export function useNoteSafety({ text, sender, name, send, onEdit }: Note) {
  const [agreed, setAgreed] = useState<string | null>(null)
  const safety = useSafetyLine(text, { sender, money: null }, send)
  return {
    submit: () => (agreed === text ? send() : safety.submit()),
    line:
      safety.line === null ? null : (
        <SafetyLine
          line={safety.line}
          name={name}
          onSend={() => {
            setAgreed(text)
            safety.close()
            send()
          }}
          onEdit={() => {
            safety.close()
            onEdit()
          }}
        />
      ),
  }
}
