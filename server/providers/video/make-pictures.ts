import { filterGraph } from './filter-graph.ts'
import type { Libav } from './libav.ts'
import { inSeconds, OpenVideo } from './open-video.ts'
import { STILL_FILTERS, tileFilters, type TileGrid } from './video-filters.ts'
import { VideoWriter } from './video-writer.ts'

/** The pictures of a preview: a still from near its beginning, and tiles of its key frames. */
export interface Pictures {
  from: string
  still: string
  tiles: string
  grid: TileGrid
}

/** Writes both as PNG. Throws an Error that names the step that failed. */
export function makePictures(av: Libav, { from, still, tiles, grid }: Pictures): void {
  // The filter chooses among the frames of the first second; more are not needed.
  pictureOf(av, { from, to: still }, STILL_FILTERS, { keyFramesOnly: false, frames: 25 })
  pictureOf(av, { from, to: tiles }, tileFilters(grid), { keyFramesOnly: true, frames: Infinity })
}

/** Writes one PNG of a preview's frames, from `since` seconds on, after they have passed through the filters. */
export function pictureOf(
  av: Libav,
  { from, to }: { from: string; to: string },
  filters: string,
  { keyFramesOnly, frames, since = 0 }: { keyFramesOnly: boolean; frames: number; since?: number },
): void {
  const file = new OpenVideo(av, from, 'mov', { keyFramesOnly })
  const { timeBase, codecpar } = file.video.stream
  const input = `video_size=${codecpar.width}x${codecpar.height}:pix_fmt=yuv420p:time_base=${timeBase.num}/${timeBase.den}:colorspace=bt709:range=tv`
  const graph = filterGraph(av, 'video', `[in]${filters}[out]`, input)
  const writer = new VideoWriter(
    av,
    to,
    { format: 'image2', options: { update: 1 }, video: { codec: 'png' } },
    { video: graph.sink, audio: null },
  )
  let taken = 0
  file.frames((frame, of) => {
    if (of !== file.video) return true
    // The frame on screen at a moment is the first one that ends after it.
    if (inSeconds(frame.pts + frame.duration, of.stream.timeBase) <= since) return true
    graph.source?.buffersrcAddFrameSync(frame)
    taken += 1
    return taken < frames
  })
  graph.source?.buffersrcAddFrameSync(null)
  writer.finish()
  file.close()
  if (writer.frames === 0) throw new Error('decoder: no frame')
}
