import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Located beside the sources, or beside the bundle (scripts/build.mjs copies them there). Some machines have no fonts.
 */
const FONTS = ['instrument-sans-latin-ext-600.ttf', 'instrument-sans-latin-600.ttf'].map((name) =>
  fileURLToPath(new URL(`./fonts/${name}`, import.meta.url)),
)
const FAMILY = "'Instrument Sans SemiBold', sans-serif"

/** In degrees: tilted, so that no crop along an edge removes a whole line. */
const TILT = -24
/** The height of letters as a fraction of the picture's shorter edge, and the minimum in px. */
const LETTERS = 1 / 26
const SMALLEST = 9
/** In heights of letters: the distance from one line to the next, and between two repeats of the text in a line. */
const LINE = 4.5
const GAP = 2.5

/** Colours of the letters and of their edge, each with its opacity. */
interface Ink {
  fill: string
  opacity: number
  edge: string
  edgeOpacity: number
}

/**
 * By the surface that the mark lies on. Frames: white with a dark edge. Pages are mostly white, where that edge would
 * be heavier than the text; grey letters are light there, and their white edge makes them visible on grey and dark
 * pages.
 */
const INKS = {
  frame: { fill: '#fff', opacity: 0.3, edge: '#000', edgeOpacity: 0.22 },
  page: { fill: '#707070', opacity: 0.22, edge: '#fff', edgeOpacity: 0.18 },
} as const satisfies Record<string, Ink>

/**
 * Draws a mark for a whole picture of this size (px) as a PNG: the text is repeated, with an edge so that it shows on
 * every background. Letters that no font of this machine has become boxes.
 */
export async function drawMark(
  text: string,
  { width, height }: { width: number; height: number },
  on: keyof typeof INKS = 'frame',
): Promise<Buffer> {
  await registerFonts()
  const letters = Math.max(SMALLEST, Math.min(width, height) * LETTERS)
  const step = (await widthOf(text, letters, INKS[on])) + letters * GAP
  const line = letters * LINE
  const at = (x: number, y: number) => words(text, letters, { x, y }, INKS[on])
  // Every second line is shifted by half, so that gaps never line up.
  return svg(
    width,
    height,
    `<defs><pattern id="mark" width="${step}" height="${2 * line}" patternUnits="userSpaceOnUse" patternTransform="rotate(${TILT})">` +
      `${at(0, line / 2)}${at(step / 2, line * 1.5)}${at(-step / 2, line * 1.5)}</pattern></defs>` +
      '<rect width="100%" height="100%" fill="url(#mark)"/>',
  )
    .png()
    .toBuffer()
}

const svg = (width: number, height: number, content: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
    ),
  )

const words = (
  text: string,
  letters: number,
  { x, y }: { x: number; y: number },
  { fill, opacity, edge, edgeOpacity }: Ink,
): string =>
  `<text x="${x}" y="${y}" font-family="${FAMILY}" font-weight="600" font-size="${letters}" fill="${fill}" fill-opacity="${opacity}"` +
  ` stroke="${edge}" stroke-opacity="${edgeOpacity}" stroke-width="${letters / 9}" stroke-linejoin="round" paint-order="stroke">${escaped(text)}</text>`

async function widthOf(text: string, letters: number, ink: Ink): Promise<number> {
  const most = Math.ceil((text.length + 2) * letters * 1.5)
  const { info } = await svg(
    most,
    Math.ceil(letters * 2),
    words(text, letters, { x: letters, y: letters * 1.4 }, ink),
  )
    .trim()
    .toBuffer({ resolveWithObject: true })
  return info.width
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

let registered: Promise<void> | null = null

/** Registers the fonts: once a font has been used by its file, it can be used by its name. */
function registerFonts(): Promise<void> {
  registered ??= (async () => {
    for (const fontfile of FONTS)
      await sharp({ text: { text: 'x', font: 'sans', fontfile } }).toBuffer()
  })()
  return registered
}
