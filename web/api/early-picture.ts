import { pictureAddress } from '#contract/picture-address.ts'
import { avifSet } from '#web/ui/picture-set.ts'

/** Responses that begin with product pictures. */
const PICTURED = /^\/api\/projects(?:\/[\w-]+)?$/

/** Searched as text: this script is in every page of the app, and the app parses the response anyway. */
const FIRST_PICTURE = /"product_images"\s*:\s*\["([^"]+)"/

/**
 * On a phone the first picture of a list or a project is as wide as the screen and most of what is visible: it is
 * preloaded when its address arrives, not when the app has rendered it.
 */
export async function askForPicture(url: string, answer: Promise<Response>): Promise<void> {
  if (!PICTURED.test(url)) return
  // The code that takes the response handles its failure.
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
