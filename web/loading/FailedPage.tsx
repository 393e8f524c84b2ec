import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'
import { FailedNotice } from './FailedNotice.tsx'

interface Props extends ComponentProps<typeof FailedNotice> {
  /** The heading of the page; where that would have been data, what the page is about. */
  heading: string
  className?: string | undefined
}

/** Replaces a page whose first read failed: its heading, why it shows nothing, and a retry. */
export function FailedPage({ heading, className, ...notice }: Props) {
  return (
    <div className={cx('page wrap', className)}>
      <div className="page-head">
        <h1>{heading}</h1>
      </div>
      <FailedNotice {...notice} />
    </div>
  )
}
