import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './Gallery.module.css'

/** The number of pictures the grid shows; the rest open with them. */
const SHOWN = 3

/**
 * A project's pictures: one large, two beside it; each of them opens the full gallery. Renders nothing without
 * pictures.
 */
export function Gallery({ images, title }: { images: readonly string[]; title: string }) {
  const [open, setOpen] = useState(false)
  if (images.length === 0) return null
  const shown = images.slice(0, SHOWN)
  const more = images.length - shown.length
  return (
    <>
      <div className={cx(styles.gallery, styles[`of${shown.length}`])}>
        {shown.map((src, index) => (
          <button
            key={src}
            type="button"
            aria-label={`Picture ${index + 1} of ${images.length}`}
            onClick={() => setOpen(true)}
          >
            <Picture
              src={src}
              sizes={index === 0 ? '(max-width: 719px) 100vw, 800px' : '400px'}
              alt=""
            />
            {more > 0 && index === SHOWN - 1 ? (
              <span className={styles.more}>+{more} more</span>
            ) : null}
          </button>
        ))}
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} wide>
        <div className={styles.all}>
          {images.map((src, index) => (
            <Picture
              key={src}
              src={src}
              sizes="(max-width: 719px) 100vw, 800px"
              alt={`${title}, ${index + 1} of ${images.length}`}
            />
          ))}
        </div>
      </Dialog>
    </>
  )
}
