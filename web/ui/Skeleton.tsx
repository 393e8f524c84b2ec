import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './Skeleton.module.css'

interface Props {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  ratio?: string
  radius?: CSSProperties['borderRadius']
  className?: string
}

/** A loading placeholder. It shows after 150 ms, so quick responses never flicker. */
export function Skeleton({ width, height, ratio, radius, className }: Props) {
  return (
    <span
      className={cx(styles.skeleton, className)}
      style={{ width, height, aspectRatio: ratio, borderRadius: radius }}
      aria-hidden="true"
    />
  )
}

/** Wraps skeletons that mirror the final layout and says "Loading..." to assistive technology. */
export function SkeletonGroup({
  className,
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return (
    <div className={cx('pending', className)} role="status" aria-busy="true">
      <span className="sr">Loading...</span>
      {children}
    </div>
  )
}
