import { PICTURE_WIDTHS, type PictureAddress } from '#contract/picture-address.ts'

/** Returns the AVIF renditions of one of our pictures, as `srcset`. */
export function avifSet({ stem, bucket }: PictureAddress): string {
  return PICTURE_WIDTHS[bucket].map((width) => `${stem}-${width}.avif ${width}w`).join(', ')
}

/** The WebP renditions; the picture itself is the widest of them. */
export function webpSet({ stem, bucket }: PictureAddress): string {
  return PICTURE_WIDTHS[bucket]
    .map((width, index, { length }) =>
      index === length - 1 ? `${stem}.webp ${width}w` : `${stem}-${width}.webp ${width}w`,
    )
    .join(', ')
}
