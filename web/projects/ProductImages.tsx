import { PROJECT_LIMITS } from '#contract/projects.ts'
import { BUCKET_RULES, fileWords, uploadMessages } from '#contract/uploads.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { UploadState } from '#web/ui/UploadProgress.tsx'
import { FailedUpload } from '#web/uploads/UploadRows.tsx'
import type { UploadItem } from '#web/uploads/use-uploads.ts'
import styles from './ProjectForm.module.css'
import type { ProductImages as Images } from './use-product-images.ts'

/** A new project starts without pictures. */
const ImageSquares = lazyComponent(
  async () => (await import('#web/ui/ImageSquares.tsx')).ImageSquares,
  null,
  'seller',
)

const MAX = PROJECT_LIMITS.product_images

interface Props {
  images: Images
  error?: string
  /** Pictures may be added, but existing ones stay (decision P14). */
  keepStored: boolean
}

/** Up to five product images (SPEC §5): squares in order, and a drop zone while there is room. */
export function ProductImages({ images, error, keepStored }: Props) {
  const { all, uploads, room } = images
  const squares = all.map(({ id, upload }, index) => squareOf(id, upload, index, keepStored))
  const complaint =
    error && error !== uploadMessages.tooMany ? `Product images: ${error}` : (error ?? null)
  return (
    <div className={styles.images}>
      <div className="row between">
        <span className={styles.legend}>
          Product images <span className={styles.optional}>(optional)</span>
        </span>
        <span className="sm faint num">
          {squares.length} of {MAX}
        </span>
      </div>
      {squares.length > 0 ? (
        <ImageSquares images={squares} onRemove={images.remove} onMove={images.move} />
      ) : null}
      {uploads.items
        .filter((item) => item.state === 'failed')
        .map((item) => (
          <FailedUpload key={item.key} item={item} uploads={uploads} />
        ))}
      {room > 0 ? (
        <DropZone
          label="Product images"
          noun="image"
          rule={BUCKET_RULES['product-images']}
          hint={fileWords(BUCKET_RULES['product-images'])}
          maxFiles={room}
          onFiles={uploads.add}
          error={complaint}
        />
      ) : complaint ? (
        // The zone, which normally shows this text, is gone once five are chosen.
        <FieldError>{complaint}</FieldError>
      ) : null}
    </div>
  )
}

function squareOf(
  id: string,
  upload: UploadItem | null,
  index: number,
  keepStored: boolean,
): UploadState {
  if (upload === null) {
    const name = `picture ${index + 1}`
    return { id, name, sent: 1, size: 1, done: true, fixed: keepStored, preview: id }
  }
  return {
    id,
    name: upload.name,
    sent: upload.sent,
    size: upload.size,
    done: upload.state === 'done',
    preview: upload.preview ?? undefined,
  }
}
