import { useEffect, useRef, useState } from 'react'
import { DRAWING_SCALE, type Drawing } from '#contract/review-drawings.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { FrameDrawings } from './FrameDrawings.tsx'
import { useRoom } from './room-context.ts'
import styles from './Stage.module.css'

// Loaded separately: it includes a whole PDF reader, and few deliveries are PDFs.
const PdfSheet = lazyComponent(
  async () => (await import('#web/deliverables/PdfReader.tsx')).PdfSheet,
  <Loading />,
  'nobody',
)

/** The margin of paper above the place a note points at, in px. */
const ABOVE_PX = 48

/** One page of a PDF, as wide as the stage, with what was drawn on it. */
export function PdfStage({ url }: { url: string }) {
  const { version, page, setPages, selected, renewLinks } = useRoom()
  const [ratio, setRatio] = useState(Math.SQRT1_2)
  const paper = useRef<HTMLDivElement>(null)
  const [pointedPage, drawing] = [selected?.page, selected?.drawing]

  // A page is shown from its top, or from the place the selected note points at.
  useEffect(() => {
    const part = drawing && pointedPage === page ? topOf(drawing) : 0
    const width = paper.current?.firstElementChild?.clientWidth ?? 0
    paper.current?.scrollTo({ top: Math.max(0, (part * width) / ratio - ABOVE_PX) })
  }, [page, pointedPage, drawing, ratio])

  return (
    <div
      ref={paper}
      className={styles.paper}
      role="region"
      aria-label={version.file_name}
      // A scrolling region must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div className={styles.sheet}>
        <PdfSheet
          url={url}
          page={page}
          onPages={setPages}
          onRatio={setRatio}
          onLinkExpired={renewLinks}
        />
        <FrameDrawings ratio={ratio} />
      </div>
    </div>
  )
}

/** How far down the page a drawing begins, from 0 to 1. */
function topOf(drawing: Drawing): number {
  // x and y alternate.
  const heights = drawing.shapes.flatMap(({ p }) => p.filter((_, at) => at % 2 === 1))
  return heights.length === 0 ? 0 : Math.min(...heights) / DRAWING_SCALE
}
