import { useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { FrameDrawings } from './FrameDrawings.tsx'
import { useRoom } from './room-context.ts'
import styles from './Stage.module.css'

// It brings a whole PDF reader along, for the few deliveries that are one.
const PdfSheet = lazyComponent(
  async () => (await import('#web/deliverables/PdfReader.tsx')).PdfSheet,
  <Loading />,
  'nobody',
)

/** One page of a PDF, as wide as the stage, with what was drawn on it. */
export function PdfStage({ url }: { url: string }) {
  const { page, setPages, renewLinks } = useRoom()
  const [ratio, setRatio] = useState(Math.SQRT1_2)
  return (
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
  )
}
