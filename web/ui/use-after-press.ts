import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * Whether what a press asked for is due: the press has its frame first, or what was pressed would look dead.
 * Rendering a form takes a slow phone 0.2 s, and so does making the rest of the page inert. False again at once.
 */
export function useAfterPress(open: boolean): boolean {
  // Where nothing is pressed, there is no frame to wait for.
  const [hasFrame, setHasFrame] = useState(import.meta.env.SSR)
  useEffect(() => {
    if (!open) return
    let isOver = false
    afterPaint(() => {
      if (!isOver) startTransition(() => setHasFrame(true))
    })
    return () => {
      isOver = true
      setHasFrame(false)
    }
  }, [open])
  return open && hasFrame
}
