import { renderToStaticMarkup } from 'react-dom/server'
import { rgbaToThumbHash } from 'thumbhash'
import { expect, test } from 'vitest'
import { decodeBy, Picture } from './Picture.tsx'
import { likenessOf } from './picture-likeness.ts'

/** A picture's placeholder until it loads, as a server renders it. */

decodeBy(likenessOf)

/** The background of a picture whose left half is red and whose right half is blue, as its markup carries it. */
function backgroundOf(width: number, height: number, loading?: 'lazy'): string {
  const dots = Array.from({ length: width * height }, (_, n) =>
    n % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255],
  )
  const hash = btoa(String.fromCharCode(...rgbaToThumbHash(width, height, dots.flat())))
  const blur = hash.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const markup = renderToStaticMarkup(
    <Picture
      src={`/storage/public/portfolio/u/${width}x${height}.webp#${blur}`}
      sizes="400px"
      alt=""
      loading={loading}
    />,
  )
  return /style="background:([^"]*)"/.exec(markup)?.[1] ?? ''
}

test.each([
  [100, 100, 16, 16],
  [100, 40, 16, 7],
  [40, 100, 7, 16],
])(
  'a picture of %i by %i is behind itself as one of %i by %i dots',
  (width, height, across, down) => {
    const background = backgroundOf(width, height)
    const [, data = ''] = /url\(data:image\/png;base64,([^)]*)\)/.exec(background) ?? []
    const png = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    const size = new DataView(png.buffer, 16, 8)
    expect([size.getUint32(0), size.getUint32(4)]).toEqual([across, down])
    // A page carries one for each picture at its top.
    expect(background.length).toBeLessThan(1_700)
    // Stored without compression, each row with a header of six bytes: red at the left end, blue at the right.
    const row = png.subarray(43 + 6, 43 + 6 + across * 4)
    expect(row[0]).toBeGreaterThan(200)
    expect(row[2]).toBeLessThan(100)
    expect(row.at(-4)).toBeLessThan(100)
    expect(row.at(-2)).toBeGreaterThan(200)
  },
)

test('a picture below the first screen has one colour behind it', () => {
  expect(backgroundOf(100, 100, 'lazy')).toMatch(/^rgb\(/)
})
