import { useState } from 'react'
import { PROJECT_LIMITS } from '#contract/projects.ts'
import { useUploads, type UploadItem, type Uploads } from '#web/uploads/use-uploads.ts'
import { inOrder, moved } from '#web/ui/image-order.ts'

/** One picture of the form: already stored, or being added. */
export interface ProductImage {
  /** Its address or its upload's key. */
  id: string
  upload: UploadItem | null
}

/** The pictures of a project being edited: existing ones, and those being added. */
export interface ProductImages {
  /** In saving order; failed uploads are not included. */
  all: readonly ProductImage[]
  uploads: Uploads
  /** The number of pictures that may still be chosen. */
  room: number
  /** The addresses to save, in order. */
  urls: string[]
  /** The card's picture: the first one, even while it uploads. */
  cover: string | undefined
  remove: (id: string) => void
  /** Moves one to another position, counted from 0. */
  move: (id: string, place: number) => void
}

/** Holds a project form's product images. */
export function useProductImages(initial: readonly string[]): ProductImages {
  const [stored, setStored] = useState(initial)
  const [order, setOrder] = useState<readonly string[]>(initial)
  const uploads = useUploads({ bucket: 'product-images' })
  const taken = stored.length + uploads.items.length
  const all = inOrder<ProductImage>(
    [
      ...stored.map((id) => ({ id, upload: null })),
      ...uploads.items
        .filter((item) => item.state !== 'failed')
        .map((item) => ({ id: item.key, upload: item })),
    ],
    order,
  )
  const [first] = all
  return {
    all,
    uploads,
    room: Math.max(PROJECT_LIMITS.product_images - taken, 0),
    urls: all.flatMap(({ id, upload }) => {
      if (upload === null) return [id]
      return upload.uploaded ? [upload.uploaded.url] : []
    }),
    cover: first?.upload ? (first.upload.preview ?? undefined) : first?.id,
    remove(id) {
      if (stored.includes(id)) setStored((now) => now.filter((url) => url !== id))
      else uploads.remove(id)
    },
    move(id, place) {
      setOrder(
        moved(
          all.map((image) => image.id),
          id,
          place,
        ),
      )
    },
  }
}
