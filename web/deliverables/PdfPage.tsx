import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNear } from '#web/ui/use-near.ts'
import styles from './Media.module.css'

/** More sharpness than this is invisible, and a phone's canvas is limited. */
const MAX_RATIO = 2

interface Props {
  document: PDFDocumentProxy
  /** From 1. */
  number: number
  /** Called with the page's width-to-height ratio. */
  onRatio?: (ratio: number) => void
}

/** How far from the viewport a page is rendered, in CSS pixels. */
const AHEAD = 400

/** One page as a picture, with its text for people who do not see it. */
export function PdfPage({ document, number, onRatio }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(number === 1 || onRatio !== undefined)
  const [words, setWords] = useState('')
  const [ratio, setRatio] = useState('1 / 1.414')

  useNear(
    canvas,
    useCallback(() => setNear(true), []),
    { when: !near, ahead: AHEAD },
  )

  useEffect(() => {
    if (!near) return
    let task: RenderTask | null = null
    let left = false
    async function draw() {
      const page = await document.getPage(number)
      const place = canvas.current
      if (left || !place) return
      const natural = page.getViewport({ scale: 1 })
      setRatio(`${natural.width} / ${natural.height}`)
      onRatio?.(natural.width / natural.height)
      const pixels = Math.min(window.devicePixelRatio, MAX_RATIO)
      const viewport = page.getViewport({
        scale: Math.max(place.clientWidth / natural.width, 0.1) * pixels,
      })
      place.width = Math.floor(viewport.width)
      place.height = Math.floor(viewport.height)
      task = page.render({ canvas: place, viewport })
      await task.promise
      const { items } = await page.getTextContent()
      if (!left) setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    // A page that was left while rendering rejects; one that cannot be rendered stays white.
    draw().catch(() => undefined)
    return () => {
      left = true
      task?.cancel()
    }
  }, [document, number, near, onRatio])

  return (
    <div className={styles.page}>
      <canvas ref={canvas} style={{ aspectRatio: ratio }} aria-hidden="true" />
      <p className="sr">
        Page {number}. {words}
      </p>
    </div>
  )
}
