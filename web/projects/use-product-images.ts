import { useState } from 'react'
import { PROJECT_LIMITS } from '#contract/projects.ts'
import { useUploads, type Uploads } from '../uploads/use-uploads.ts'

/** The pictures of a project being written: those it had, and those being added. */
export interface ProductImages {
  stored: readonly string[]
  uploads: Uploads
  /** How many more may be chosen. */
  room: number
  /** The addresses to save, in order. */
  urls: string[]
  /** What the card shows: the first picture, also one still on its way. */
  cover: string | undefined
  /** By address or by upload. */
  remove: (id: string) => void
}

/** Keeps the product images of a project form. */
export function useProductImages(initial: readonly string[]): ProductImages {
  const [stored, setStored] = useState(initial)
  const uploads = useUploads({ bucket: 'product-images' })
  const taken = stored.length + uploads.items.length
  return {
    stored,
    uploads,
    room: Math.max(PROJECT_LIMITS.product_images - taken, 0),
    urls: [
      ...stored,
      ...uploads.items.flatMap((item) => (item.uploaded ? [item.uploaded.url] : [])),
    ],
    cover: stored[0] ?? uploads.items.find((item) => item.preview !== null)?.preview ?? undefined,
    remove(id) {
      if (stored.includes(id)) setStored((all) => all.filter((url) => url !== id))
      else uploads.remove(id)
    },
  }
}
