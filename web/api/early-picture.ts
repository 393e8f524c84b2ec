import { pictureAddress } from '#contract/uploads.ts'
import { avifSet } from '#web/ui/picture-set.ts'

/** Answers that begin with pictures of products. */
const PICTURED = /^\/api\/projects(?:\/[\w-]+)?$/

/** Looked for in the text: this stands in every page of the app itself, and the app will parse the answer. */
const FIRST_PICTURE = /"product_images"\s*:\s*\["([^"]+)"/

/**
 * On a phone the picture a list or a project begins with is as wide as the screen and most of what is seen: it is
 * asked for when its address is here, not when the app has drawn it.
 */
export async function askForPicture(url: string, answer: Promise<Response>): Promise<void> {
  if (!PICTURED.test(url)) return
  // Whoever takes the answer is told of its failure.
  const text = await answer.then((response) => response.clone().text()).catch(() => '')
  const address = pictureAddress(FIRST_PICTURE.exec(text)?.[1] ?? '')
  if (!address) return
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.type = 'image/avif'
  link.media = '(max-width: 719px)'
  link.imageSrcset = avifSet(address)
  link.imageSizes = '100vw'
  link.fetchPriority = 'high'
  document.head.append(link)
}
