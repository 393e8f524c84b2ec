import type { UseQueryResult } from '@tanstack/react-query'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { keepFocus } from './keep-focus.ts'

interface Props {
  query: Pick<UseQueryResult, 'error'> & { refetch: () => Promise<unknown> }
  /** The page error of SPEC §8, built from the server's sentence; otherwise only the server's sentence. */
  failed?: ((message: string) => string) | undefined
}

/** Replaces a response that failed: says why, and offers a retry. */
export function FailedNotice({ query, failed }: Props) {
  const message = messageOf(query.error)
  const title = failed ? failed(message) : message
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const focusable = button.current
    return () => {
      // The read was repeated in the background.
      if (focusable && focusable === document.activeElement)
        keepFocus(noticeOf(focusable), Promise.resolve())
    }
  }, [])
  function again({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The notice disappears together with its button.
    keepFocus(noticeOf(currentTarget), query.refetch())
  }
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      actions={
        <Button size="sm" ref={button} onClick={again}>
          Try again
        </Button>
      }
    >
      {title.includes(message) ? null : message}
    </Notice>
  )
}

const noticeOf = (button: Element): Element => button.closest('[role="alert"]') ?? button
