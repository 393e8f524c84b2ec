import type { ComponentProps } from 'react'
import styles from './Boards.module.css'
import { cx } from './cx.ts'

/** Two `Board`s joined by a seam, followed by the `KeyPlate` that means escrow. */
export function Boards({
  stacked,
  className,
  ...rest
}: ComponentProps<'div'> & { stacked?: boolean }) {
  return <div {...rest} className={cx(styles.boards, stacked && styles.stacked, className)} />
}

/** One side of a deal: petrol for the brand, clay for the creator. An `<img>` child fills it. */
export function Board({ clay, className, ...rest }: ComponentProps<'div'> & { clay?: boolean }) {
  return <div {...rest} className={cx(styles.board, clay && styles.clay, className)} />
}

/** The key across the seam. Its size is set with `--kw` and `--kh`; without text it is decorative. */
export function KeyPlate({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cx(styles.key, className)}
      aria-hidden={rest.children ? undefined : true}
    />
  )
}
