import { dirname, resolve } from 'node:path'
import type { Rate } from '#contract/media.ts'
import { loadLibav } from './libav.ts'
import { makePictures, type Pictures } from './make-pictures.ts'
import { makePreview } from './make-preview.ts'
import { OpenVideo } from './open-video.ts'
import { stampPdf } from './stamp-pdf.ts'
import { type FrameAt, takeFrame } from './take-frame.ts'
import { videoFacts } from './video-facts.ts'
import { demuxerOf } from './video-formats.ts'

/** The decoder program: does one job, then ends. */
export type DecoderJob =
  | { do: 'version' }
  | { do: 'facts'; type: string; from: string }
  | { do: 'stamp_pdf'; from: string; to: string; mark: string }
  | { do: 'seconds'; type: string; from: string }
  | {
      do: 'preview'
      type: string
      from: string
      to: string
      rate: Rate
      mark: string | null
    }
  | ({ do: 'pictures' } & Pictures)
  | ({ do: 'frame' } & FrameAt)

/** Does a job; its result can be serialized as JSON. Throws an Error that names the step that failed. */
export async function doJob(job: DecoderJob): Promise<unknown> {
  if (job.do === 'facts') return videoFacts(job.type, job.from)
  if (job.do === 'stamp_pdf') return stampPdf(job)
  const av = loadLibav()
  switch (job.do) {
    case 'version':
      return av.getFFmpegInfo().version
    case 'seconds': {
      const file = new OpenVideo(av, job.from, demuxerOf(job.type))
      try {
        return file.seconds()
      } finally {
        file.close()
      }
    }
    case 'preview': {
      const [from, to] = [resolve(job.from), resolve(job.to)]
      if (job.mark !== null) process.chdir(dirname(job.mark))
      return makePreview(av, { ...job, from, to, format: demuxerOf(job.type) })
    }
    case 'pictures':
      return makePictures(av, job)
    case 'frame':
      return takeFrame(av, job)
  }
}
