import { type RefObject, useEffect, useState } from 'react'
import type { Role } from '#contract/profiles.ts'
import { SafetyLine } from './SafetyLine.tsx'
import { useSafetyLine } from './use-safety-line.ts'

interface Props {
  /** What the form calls instead of sending; null until this has loaded: a slow connection keeps nothing back. */
  guard: RefObject<(() => void) | null>
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
 * is held yet. A text is asked about once, also when the form has to be sent again.
 */
export function NoteSafety({ guard, text, sender, name, send, onEdit }: Props) {
  const [agreed, setAgreed] = useState<string | null>(null)
  const safety = useSafetyLine(text, { sender, money: null }, send)
  useEffect(() => {
    guard.current = () => (agreed === text ? send() : safety.submit())
    return () => void (guard.current = null)
  })
  if (safety.line === null) return null
  return (
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
  )
}
