import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * Returns whether the result of a press is due: the press gets its frame first, because what was pressed would
 * otherwise look dead. Rendering a form takes a slow phone 0.2 s, and so does making the rest of the page inert.
 * Becomes false again at once. `isSmall`: rendered in one task instead of in slices, which would wait for a screen that is
 * about to arrive.
 */
export function useAfterPress(open: boolean, isSmall = false): boolean {
  // Where nothing can be pressed, there is no frame to wait for.
  const [hasFrame, setHasFrame] = useState(import.meta.env.SSR)
  useEffect(() => {
    if (!open) return
    let isOver = false
    afterPaint(() => {
      if (isOver) return
      if (isSmall) setHasFrame(true)
      else startTransition(() => setHasFrame(true))
    })
    return () => {
      isOver = true
      setHasFrame(false)
    }
  }, [open, isSmall])
  return open && hasFrame
}
