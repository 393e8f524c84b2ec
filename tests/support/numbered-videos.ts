import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beep, makeVideos, MP4 } from './videos.ts'

/* Videos whose frames show their number: eight squares in their top row are white for 1 and black for 0, with the
   lowest bit first. They are large and plain enough to be read after a preview was made of them. */

/** The size of such a video, and of one square, in px. */
export const NUMBERED = { width: 160, height: 90, bit: 20, bits: 8 } as const

const SECONDS = 3

/** Frames per second, as FFmpeg writes them. */
export const NUMBERED_RATES = {
  '23.976': '24000/1001',
  '24': '24',
  '25': '25',
  '29.97': '30000/1001',
  '30': '30',
  '50': '50',
  '59.94': '60000/1001',
  // One second at 30 fps, then every second frame is missing.
  variable: '30',
} as const

export type NumberedRate = keyof typeof NUMBERED_RATES

/** The frames present in the variable one. */
export const isThere = (rate: NumberedRate, frame: number): boolean =>
  rate !== 'variable' || frame < 30 || frame % 2 === 1

function picture(name: NumberedRate): string {
  const { width, height, bit } = NUMBERED
  const on = String.raw`mod(floor(N/pow(2\,floor(X/${bit})))\,2)`
  const luma = String.raw`if(lt(Y\,${bit})\,if(${on}\,235\,16)\,lum(X\,Y))`
  const grey = (plane: string) => String.raw`if(lt(Y\,${bit / 2})\,128\,${plane}(X\,Y))`
  const drop = name === 'variable' ? String.raw`,select='lt(n\,30)+mod(n\,2)'` : ''
  return [
    `testsrc2=size=${width}x${height}:rate=${NUMBERED_RATES[name]}:duration=${SECONDS}`,
    'format=yuv420p',
    `geq=lum='${luma}':cb='${grey('cb')}':cr='${grey('cr')}'${drop}`,
  ].join(',')
}

/** One video for each rate. */
export function numberedVideos(): Record<NumberedRate, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-numbered-'))
  const names = Object.keys(NUMBERED_RATES) as NumberedRate[]
  const at = (name: NumberedRate) => join(folder, `${name}.mp4`)
  try {
    makeVideos(
      names.map((name) => ({
        path: at(name),
        picture: picture(name),
        sound: beep(SECONDS),
        written: MP4,
      })),
    )
    return Object.fromEntries(names.map((name) => [name, readFileSync(at(name))])) as Record<
      NumberedRate,
      Buffer
    >
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
