import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beep, makeVideos, MP4 } from './videos.ts'
import type { VideoPlan } from './video-maker.ts'

/** Videos of every kind that people send, small and short, made with FFmpeg's own filters. */

const drawn = (rate: string, seconds: number, size = '160x90') =>
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds},format=yuv420p`

type Plan = Omit<VideoPlan, 'path'>

const atRate = (rate: string): Plan => ({ picture: drawn(rate, 1), sound: beep(1), written: MP4 })

/** Red above, blue below: after a quarter turn clockwise red is on the right. */
const FLAG =
  'color=red:size=160x45:rate=25:duration=1[a];color=blue:size=160x45:rate=25:duration=1[b];[a][b]vstack,format=yuv420p'

const HLG = 'setparams=color_primaries=bt2020:color_trc=arib-std-b67:colorspace=bt2020nc:range=tv'

const PLANS = {
  '23.976.mp4': atRate('24000/1001'),
  '24.mp4': atRate('24'),
  '25.mp4': atRate('25'),
  '29.97.mp4': atRate('30000/1001'),
  '30.mp4': atRate('30'),
  '50.mp4': atRate('50'),
  '59.94.mp4': atRate('60000/1001'),
  // Half a second at 30 fps, then every second frame is missing.
  'variable.mp4': {
    picture: `testsrc2=size=160x90:rate=30:duration=2,select='lt(n\\,30)+mod(n\\,2)',format=yuv420p`,
    sound: beep(2),
    written: MP4,
  },
  'rotated.mov': {
    picture: FLAG,
    sound: beep(1),
    written: { ...MP4, format: 'mov' },
    turn: 90,
  },
  'hlg.mov': {
    picture: `${drawn('25', 1)},format=yuv420p10le,${HLG}`,
    sound: beep(1),
    written: {
      format: 'mov',
      video: {
        codec: 'libx265',
        options: { preset: 'ultrafast', 'x265-params': 'log-level=none' },
        colours: { primaries: 9, transfer: 18, matrix: 9 },
      },
      audio: { codec: 'aac' },
    },
  },
  'mono.mp4': { picture: drawn('25', 1), sound: beep(1, 'mono'), written: MP4 },
  'silent.mp4': { picture: drawn('25', 1), sound: null, written: MP4 },
  '4k.mp4': { picture: drawn('5', 1, '3840x2160'), sound: null, written: MP4 },
  'vp9.webm': {
    picture: drawn('30', 1),
    sound: beep(1).replace('asetnsamples=1024', 'asetnsamples=960').replace('fltp', 'flt'),
    written: {
      format: 'webm',
      video: { codec: 'libvpx-vp9', options: { deadline: 'realtime', 'cpu-used': 8 } },
      audio: { codec: 'libopus' },
    },
  },
  'old.avi': {
    picture: drawn('25', 1),
    sound: beep(1).replace('fltp', 's16'),
    written: { format: 'avi', video: { codec: 'mpeg4' }, audio: { codec: 'pcm_s16le' } },
  },
  'whole.mp4': {
    picture: drawn('25', 4),
    sound: beep(4),
    written: { ...MP4, options: { movflags: '+faststart' } },
  },
} as const satisfies Record<string, Plan>

export type CorpusFile =
  | keyof typeof PLANS
  | 'cut-off.mp4'
  | 'cut-off-early.mp4'
  | 'archive.mp4'
  | 'playlist.mp4'

/** Makes the corpus in a folder. */
export function makeCorpus(folder: string): (name: CorpusFile) => string {
  const at = (name: CorpusFile) => join(folder, name)
  makeVideos(Object.entries(PLANS).map(([name, plan]) => ({ ...plan, path: join(folder, name) })))
  // Its index comes first, so it still claims four seconds.
  const whole = readFileSync(at('whole.mp4'))
  writeFileSync(at('cut-off.mp4'), whole.subarray(0, Math.round(whole.length * 0.55)))
  // This one's index comes last and is missing.
  const late = readFileSync(at('25.mp4'))
  writeFileSync(at('cut-off-early.mp4'), late.subarray(0, Math.round(late.length / 2)))
  writeFileSync(
    at('archive.mp4'),
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400)]),
  )
  writeFileSync(at('playlist.mp4'), `#EXTM3U\n#EXTINF:2,\n${at('25.mp4')}\n#EXT-X-ENDLIST\n`)
  return at
}
