import { useState } from 'react'
import { initials } from '#web/ui/initials.ts'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './ProfileFace.module.css'

/** The large square portrait on a public profile; initials without a picture. */
export function ProfileFace({
  name,
  src,
  shop,
}: {
  name: string
  src: string | null
  shop?: boolean
}) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src && src !== broken) {
    return (
      <Picture
        className={styles.face}
        src={src}
        fetchPriority="high"
        sizes="(max-width: 719px) 104px, 256px"
        alt={shop ? `Sign of ${name}` : `Portrait of ${name}`}
        onError={() => setBroken(src)}
      />
    )
  }
  return (
    <span className={`${styles.face} ${styles.bare}`} aria-hidden="true">
      {/* An element of its own: container units refer to the nearest ancestor container. */}
      <span className={styles.initials}>{initials(name)}</span>
    </span>
  )
}
