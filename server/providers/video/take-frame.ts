import type { Libav } from './libav.ts'
import { pictureOf } from './make-pictures.ts'
import { FRAME_FILTERS } from './video-filters.ts'

/** The frame that a preview shows at a given time, in seconds. */
export interface FrameAt {
  from: string
  seconds: number
  to: string
}

/** Writes it as PNG. Throws an Error that names the step that failed, or says that nothing is shown at that time. */
export function takeFrame(av: Libav, { from, seconds, to }: FrameAt): void {
  pictureOf(av, { from, to }, FRAME_FILTERS, { keyFramesOnly: false, frames: 1, since: seconds })
}
