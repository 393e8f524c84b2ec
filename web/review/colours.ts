/** What a drawing's colours look like, by number: bright enough for any picture, the same in both themes. */
export const STROKE_COLOURS = [
  '#ff4d4f',
  '#ffd23f',
  '#35d07f',
  '#4da3ff',
  '#ffffff',
  '#101b1e',
] as const

/** Widths of strokes by number, in thousandths of the picture's longer side. */
const WIDTHS: Readonly<Record<number, number>> = { 1: 4, 2: 8, 3: 14 }

export const strokeWidth = (number: number): number => WIDTHS[number] ?? 8
