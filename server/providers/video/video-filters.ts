import { type Rate, toNearest } from '#contract/media.ts'

/** A preview's and a storyboard tile's longest edge, in px. */
export const PREVIEW_EDGE = 1_280
/** The maximum length of a preview in minutes; 50 MB hardly hold more. */
export const LONGEST_S = 15 * 60

/** The properties of a decoded picture of the source. */
export interface SourceFrame {
  width: number
  height: number
  /** How much wider than high a pixel is. */
  pixelShape: number
  /** Degrees clockwise by which it has to be rotated: 0, 90, 180 or 270. */
  turn: number
  /** How to interpret its colours, by FFmpeg's numbers (those of H.273). */
  transfer: number
  matrix: number
}

const PQ = 16
const HLG = 18
const UNSPECIFIED = 2
const TURNS: Readonly<Record<number, string>> = {
  90: 'transpose=clock,',
  180: 'hflip,vflip,',
  270: 'transpose=cclock,',
}

/**
 * Converts any source to an upright picture of one size and a constant rate that every player shows in the same
 * colours. Frames are dropped first and scaled next, so that the costly steps process as few pixels as possible.
 */
export function previewFilters(frame: SourceFrame, rate: Rate): string {
  const { width, height } = previewSize(frame)
  const steps = [
    `fps=${rate.num}/${rate.den}:start_time=0`,
    `scale=${width}:${height}:flags=bicubic:${matrices(frame)}`,
    'setsar=1',
  ]
  if (isHdr(frame.transfer)) steps.push(toneMapped(frame.transfer))
  return `${steps.join(',')},${TURNS[frame.turn] ?? ''}${IN_709}`
}

export const IN_709 =
  'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709,format=yuv420p'

/** The name of a mark's file, as used inside a filter expression. */
export const MARK_NAME = 'mark.png'
/** How a mark is read and laid over every frame. */
export const MARK_FILTERS = 'format=yuva420p'
export const OVERLAY = `overlay=x=0:y=0:format=yuv420:eof_action=repeat,${IN_709}`

export const isHdr = (transfer: number): boolean => transfer === PQ || transfer === HLG

/** Pictures that do not say how to interpret their colours are read as browsers read them: by their size. */
function matrices({ matrix, transfer, width, height }: SourceFrame): string {
  if (isHdr(transfer)) return 'in_color_matrix=bt2020:out_color_matrix=bt2020'
  const read =
    matrix !== UNSPECIFIED ? 'auto' : Math.min(width, height) >= 720 ? 'bt709' : 'smpte170m'
  return `in_color_matrix=${read}:out_color_matrix=bt709:out_range=tv`
}

/**
 * Converts HDR to what every screen shows. `transfer` if it is known, otherwise taken from the frames. 203 nits are the
 * white of an HDR picture (ITU-R BT.2408).
 */
export function toneMapped(transfer: number | null): string {
  const name = transfer === PQ ? 'smpte2084' : 'arib-std-b67'
  const input = transfer === null ? '' : `tin=${name}:min=2020_ncl:pin=2020:rin=tv:`
  return `zscale=${input}t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv`
}

/** The size before rotation: within the longest edge, never enlarged, both edges even as the codec requires. */
export function previewSize({
  width,
  height,
  pixelShape,
}: Pick<SourceFrame, 'width' | 'height' | 'pixelShape'>): {
  width: number
  height: number
} {
  const shown = width * pixelShape
  const scale = Math.min(1, PREVIEW_EDGE / Math.max(shown, height))
  const even = (edge: number) => Math.max(2, 2 * toNearest((edge * scale) / 2))
  return { width: even(shown), height: even(height) }
}

/** Sound at one rate in two channels, starting at the time the picture begins. */
export const SOUND_FILTERS =
  'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo,asetnsamples=1024:p=0'

/** The frame of the first second that is most like the others: no black, no flash. */
export const STILL_FILTERS = 'thumbnail=24,format=rgb24'

/** How the key frames of a preview become one picture. */
export interface TileGrid {
  columns: number
  rows: number
  /** The size of a tile, in px. */
  width: number
  height: number
  /** One tile for this many key frames. */
  every: number
}

export const tileFilters = ({ columns, rows, width, height, every }: TileGrid): string =>
  `select='not(mod(n\\,${every}))',scale=${width}:${height}:flags=area,tile=${columns}x${rows},format=rgb24`

/** The number of frames from one key frame of a preview to the next: one second, to the nearest frame. */
export const keyEvery = ({ num, den }: Rate): number => Math.max(1, toNearest(num / den))

/** One frame as it is displayed, in the pixel format of a PNG. */
export const FRAME_FILTERS = 'format=rgb24'
