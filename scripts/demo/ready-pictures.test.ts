import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { PICTURE_WIDTHS, type PictureBucket } from '#contract/picture-address.ts'
import { writePicture } from '#server/uploads/picture.ts'
import { PROJECTS } from './cast.ts'
import { DEALS, PEOPLE } from '#scripts/demo/market/market.ts'
import { pictureFile } from './pictures.ts'
import { keepPicture } from './ready-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartwright-ready-pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every drawing that the demo uploads as a picture for the site. */
const uploads: Record<PictureBucket, ReadonlySet<string>> = {
  avatars: new Set(PEOPLE.map(({ picture }) => picture)),
  portfolio: new Set(
    PEOPLE.flatMap(({ portfolio = [] }) =>
      portfolio.flatMap((piece) => ('drawing' in piece ? [piece.drawing] : [])),
    ),
  ),
  'product-images': new Set(
    [...PROJECTS, ...DEALS.flatMap(({ deals }) => deals)].flatMap(({ pictures }) => pictures),
  ),
}

test.each(Object.keys(uploads) as PictureBucket[])(
  'each drawing for %s is kept as the server would have written it',
  async (bucket) => {
    const names = [...uploads[bucket]]
    expect(names.length).toBeGreaterThan(10)
    const widest = PICTURE_WIDTHS[bucket][2]
    const kept = await Promise.all(
      names.map(async (name) => {
        const at = pictureFile(name)
        const { type, blur, width, height } = await keepPicture(
          bucket,
          'image/webp',
          at,
          join(folder, name),
        )
        const { format, exif, xmp, icc, orientation } = await sharp(at).metadata()
        return {
          name,
          type,
          blur: /^[\w-]{8,60}$/.test(blur),
          format,
          carries: exif ?? xmp ?? icc ?? orientation,
          // An avatar is always as wide as the widest rendition; the others keep a smaller size.
          fits:
            bucket === 'avatars'
              ? width === widest && height === widest
              : Math.max(width, height) <= widest,
        }
      }),
    )
    const wanted = {
      type: 'image/webp',
      blur: true,
      format: 'webp',
      carries: undefined,
      fits: true,
    }
    expect(kept).toEqual(names.map((name) => ({ name, ...wanted })))
  },
)

test.each(Object.keys(uploads) as PictureBucket[])(
  'the metadata of a drawing for %s is what the server would have recorded',
  async (bucket) => {
    const [name = ''] = uploads[bucket]
    const at = pictureFile(name)
    const written = await writePicture(bucket, 'image/webp', at, join(folder, 'written'))
    const kept = await keepPicture(bucket, 'image/webp', at, join(folder, 'kept'))
    expect({ ...kept, blur: '' }).toEqual({ ...written, blur: '' })
  },
)
