import { copyFile } from 'node:fs/promises'
import { PUBLIC_BUCKETS } from '#contract/uploads.ts'
import { blurOf, openPicture, type PictureWriter } from '#server/uploads/picture.ts'

/**
 * Stores a picture of the demo as it is: each is already of the size and format that the server would make of it
 * (ready-pictures.test.ts). Encoding them again took most of the processor time of filling the demo in.
 */
export const keepPicture: PictureWriter = async (bucket, type, fromPath, toPath) => {
  const [{ width, height }, blur] = await Promise.all([
    openPicture(fromPath).metadata(),
    PUBLIC_BUCKETS.includes(bucket) ? blurOf(fromPath) : '',
    copyFile(fromPath, toPath),
  ])
  return { type, blur, width, height }
}
