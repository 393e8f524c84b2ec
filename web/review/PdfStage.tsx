import { useEffect, useState } from 'react'
import { PdfPage } from '#web/deliverables/PdfPage.tsx'
import { usePdf } from '#web/deliverables/use-pdf.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { FrameDrawings } from './FrameDrawings.tsx'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import styles from './Stage.module.css'

/** One page of a PDF, as wide as the stage, with what was drawn on it. */
export function PdfStage({ url }: { url: string }) {
  const { page, setPages, renewLinks } = useRoom()
  const { document, failed } = usePdf(url, renewLinks)
  const [ratio, setRatio] = useState(Math.SQRT1_2)
  const count = document?.numPages
  useEffect(() => {
    if (count !== undefined) setPages(count)
  }, [count, setPages])

  if (failed) return <p className={styles.lost}>{say.lostTitle}</p>
  if (!document) return <Loading />
  return (
    <div className={styles.sheet}>
      <PdfPage key={page} document={document} number={page} onRatio={setRatio} />
      <FrameDrawings ratio={ratio} />
    </div>
  )
}
