import { copyFile } from 'node:fs/promises'
import { PUBLIC_BUCKETS } from '#contract/uploads.ts'
import { blurOf, openPicture, type PictureWriter } from '#server/uploads/picture.ts'

/**
 * Stores a picture of the demo unchanged: each already has the size and format that the server would produce
 * (ready-pictures.test.ts). Encoding them again took most of the processor time of filling in the demo.
 */
export const keepPicture: PictureWriter = async (bucket, type, fromPath, toPath) => {
  const [{ width, height }, blur] = await Promise.all([
    openPicture(fromPath).metadata(),
    PUBLIC_BUCKETS.includes(bucket) ? blurOf(fromPath) : '',
    copyFile(fromPath, toPath),
  ])
  return { type, blur, width, height }
}
