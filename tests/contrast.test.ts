import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** DESIGN §3: the contrasts of the tokens themselves, in both themes. tests/support/axe.ts measures the pages. */

type Colour = readonly [lightness: number, chroma: number, hue: number]

const tokens = readFileSync('web/styles/tokens.css', 'utf8')
const COLOUR = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
const pairs = new Map(
  [
    ...tokens.matchAll(new RegExp(String.raw`--([\w-]+): light-dark\(${COLOUR}, ${COLOUR}\)`, 'g')),
    ...tokens.matchAll(
      /--([\w-]+): light-dark\(oklch\((1) (0) (0)\), oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\)/g,
    ),
  ].map(([, name = '', ...numbers]) => {
    const [l = 0, c = 0, h = 0, dl = 0, dc = 0, dh = 0] = numbers.map(Number)
    return [name, { light: [l, c, h], dark: [dl, dc, dh] }] as const
  }),
)
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

function colour(name: string, theme: Theme): Colour {
  const pair = pairs.get(name)
  if (!pair) throw new Error(`--${name} is no colour of both themes`)
  return pair[theme]
}

/** WCAG's relative luminance of an OKLCH colour, clipped to sRGB. */
function luminance([lightness, chroma, hue]: Colour): number {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const inside = (value: number) => Math.min(1, Math.max(0, value))
  return (
    0.2126 * inside(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * inside(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * inside(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  )
}

function contrast(one: string, other: string, theme: Theme): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminance(colour(name, theme)))
    .toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised', 'hover'] as const
const STATUS = ['gray', 'green', 'blue', 'purple', 'red', 'yellow'] as const

test('contrast is computed as WCAG defines it', () => {
  expect(luminance([1, 0, 0])).toBeCloseTo(1, 3)
  expect(luminance([0, 0, 0])).toBe(0)
  // #5e6e71 on #f6fafa, according to independent tables.
  expect(contrast('text-3', 'canvas', 'light')).toBeCloseTo(5.07, 1)
})

describe.each(THEMES)('in the %s theme', (theme) => {
  test.each(GROUNDS)('every kind of text is legible on %s', (ground) => {
    for (const text of ['text', 'text-2', 'text-3', 'brand-text'])
      expect(contrast(text, ground, theme), text).toBeGreaterThanOrEqual(4.5)
  })

  test('the text of every state is legible on its own tint', () => {
    for (const one of [...STATUS, 'key', 'brand'])
      expect(contrast(`${one}-text`, `${one}-tint`, theme), one).toBeGreaterThanOrEqual(4.5)
  })

  test('the border of a control stands out from its background', () => {
    for (const ground of ['canvas', 'surface', 'raised', 'sunken'])
      expect(contrast('control', ground, theme), ground).toBeGreaterThanOrEqual(3)
  })

  test('a sunken area stands out from every background it lies on', () => {
    for (const ground of ['canvas', 'surface', 'raised'])
      expect(contrast('sunken', ground, theme), ground).toBeGreaterThanOrEqual(1.06)
  })

  test.each([
    ['web/ui/Avatar.module.css', '.initials', '.initials'],
    ['web/profiles/ProfileFace.module.css', '.initials', '.bare'],
    ['web/profiles/CreatorCard.module.css', '.blank', '.blank'],
  ])('initials are legible: %s', (file, letters, ground) => {
    const sheet = readFileSync(file, 'utf8')
    const token = (rule: string, property: string) => {
      const [, block = ''] = sheet.split(`${rule} {`)
      return new RegExp(`\\s${property}: var\\(--([\\w-]+)\\)`).exec(block)?.[1] ?? ''
    }
    const [text, back] = [token(letters, 'color'), token(ground, 'background')]
    expect(contrast(text, back, theme)).toBeGreaterThanOrEqual(4.5)
  })
})
