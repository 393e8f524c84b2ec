import { readFileSync } from 'node:fs'
import { filterGraph } from '#server/providers/video/filter-graph.ts'
import { loadLibav } from '#server/providers/video/libav.ts'
import { VideoWriter, type Written } from '#server/providers/video/video-writer.ts'

// The child process that makes videos for tests (videos.ts): its argument is a file with what to make, as JSON.

/** A video to make: pictures and sound as FFmpeg's filters draw them, up to [out]. */
export interface VideoPlan {
  path: string
  picture: string
  sound: string | null
  written: Omit<Written, 'video'> & { video: Omit<Written['video'], 'matrix'> }
  /** The degrees clockwise that players should turn it. */
  turn?: 90 | 180 | 270
}

const av = loadLibav()
const plans = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as VideoPlan[]
for (const { path, picture, sound, written, turn } of plans) {
  const video = filterGraph(av, 'video', `${picture}[out]`, null)
  const audio = sound === null ? null : filterGraph(av, 'audio', `${sound}[out]`, null)
  const turned = turn === undefined ? {} : { matrix: matrixOf(turn) }
  const writer = new VideoWriter(
    av,
    path,
    { ...written, video: { ...written.video, ...turned } },
    { video: video.sink, audio: audio?.sink ?? null },
  )
  writer.drainSources()
  writer.finish()
  video.free()
  audio?.free()
}

/** Nine 32-bit numbers: cosines and sines as 16.16, and 1 as 2.30. */
function matrixOf(turn: 90 | 180 | 270): Buffer {
  const [cos, sin] = ({ 90: [0, 1], 180: [-1, 0], 270: [0, -1] } as const)[turn]
  const matrix = Buffer.alloc(36)
  const put = (at: number, value: number) => matrix.writeInt32LE(value, at * 4)
  put(0, cos << 16)
  put(1, sin << 16)
  put(3, -sin << 16)
  put(4, cos << 16)
  put(8, 1 << 30)
  return matrix
}
