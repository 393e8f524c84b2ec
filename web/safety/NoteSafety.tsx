import { type RefObject, useImperativeHandle, useState } from 'react'
import type { Role } from '#contract/profiles.ts'
import { safetyLine } from './safety-rules.ts'
import { SafetyLine } from './SafetyLine.tsx'

interface Props {
  /** The form calls this instead of sending. Null until the rules have loaded: a slow connection must not block sending. */
  guard: RefObject<(() => void) | null>
  /** What is written. */
  text: string
  sender: Role
  /** The person who will read it. */
  name: string
  /** The form's own submit action. */
  send: () => void
  /** Returns to the text. */
  onEdit: () => void
}

/**
 * Shows the same line before sending as a conversation does, for a text written with an application, an offer or an
 * invitation: no money is held yet. The reader is asked once per text, also when the form has to be sent again; a
 * different text removes the line.
 */
export function NoteSafety({ guard, text, sender, name, send, onEdit }: Props) {
  const [asked, setAsked] = useState<string | null>(null)
  const [agreed, setAgreed] = useState<string | null>(null)
  const line = text === agreed ? null : safetyLine(text, { sender, money: null })
  useImperativeHandle(guard, () => () => (line === null ? send() : setAsked(text)))
  if (line === null || asked !== text) return null
  return (
    <SafetyLine
      line={line}
      name={name}
      onSend={() => {
        setAgreed(text)
        send()
      }}
      onEdit={() => {
        setAsked(null)
        onEdit()
      }}
    />
  )
}
