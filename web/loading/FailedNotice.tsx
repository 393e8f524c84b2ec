import type { UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { keepFocus } from './keep-focus.ts'

interface Props {
  query: Pick<UseQueryResult, 'error'> & { refetch: () => Promise<unknown> }
  /** The page error of SPEC §8, built from the server's sentence; otherwise only the server's sentence. */
  failed?: ((message: string) => string) | undefined
}

/**
 * Replaces a response that failed: says why, and offers a retry. It stays while the read is repeated (letFailuresStand).
 * Nothing while the read has not failed: it is only slow.
 */
export function FailedNotice(props: Props) {
  return props.query.error === null ? null : <Failure {...props} />
}

function Failure({ query, failed }: Props) {
  const message = messageOf(query.error)
  const title = failed ? failed(message) : message
  const [isAsking, setIsAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const focusable = button.current
    return () => {
      // The notice disappears together with its button.
      if (focusable && focusable === document.activeElement)
        keepFocus(noticeOf(focusable), Promise.resolve())
    }
  }, [])
  async function again() {
    setIsAsking(true)
    await query.refetch().catch(() => undefined)
    setIsAsking(false)
  }
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      actions={
        <Button size="sm" ref={button} busy={isAsking} onClick={() => void again()}>
          Try again
        </Button>
      }
    >
      {title.includes(message) ? null : message}
    </Notice>
  )
}

const noticeOf = (button: Element): Element => button.closest('[role="alert"]') ?? button
