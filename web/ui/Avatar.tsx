import { useState, type CSSProperties } from 'react'
import styles from './Avatar.module.css'
import { cx } from './cx.ts'
import { initials } from './initials.ts'
import { Picture } from './Picture.tsx'

interface Props {
  name: string | null | undefined
  src?: string | null
  /** People are round, brands rounded squares. */
  kind?: 'person' | 'shop'
  size?: 20 | 28 | 36 | 44 | 64
  className?: string
}

/** A face or a brand's logo beside its name, so it is decorative; initials replace a missing picture. */
export function Avatar({ name, src, kind = 'person', size = 36, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const look = { '--size': `${size}px` } as CSSProperties
  const classes = cx(styles.avatar, kind === 'shop' && styles.shop, className)
  if (src && src !== broken) {
    return (
      <Picture
        className={classes}
        style={look}
        src={src}
        sizes={`${size}px`}
        plain
        alt=""
        loading="lazy"
        onError={() => setBroken(src)}
      />
    )
  }
  return (
    <span className={cx(classes, styles.initials)} style={look} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
