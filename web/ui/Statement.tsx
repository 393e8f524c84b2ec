import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { EscrowKey, type KeyState } from './EscrowKey.tsx'
import styles from './Statement.module.css'

interface Props {
  /** The state that the key shows; `none` for a payment that failed or was refunded. */
  keyState: KeyState | 'none'
  /** Replaces the key beside the state: for a payment in progress. */
  icon?: ReactNode
  /** The state in words: "Held in Escrow". */
  state: ReactNode
  /** The amount, formatted. */
  amount: string
  /** One or two plain sentences: what happens to the money and who acts. */
  text?: ReactNode
  /** Buttons on the board (variant `on-board`). */
  action?: ReactNode
  /** True when money has just arrived: the key seats itself once. */
  justFunded?: boolean
  /** The right side: "Where it goes" and the breakdown. */
  children: ReactNode
}

/** A deal's money: amount and action on the board, its destination beside it, the key between them. */
export function Statement({
  keyState,
  icon,
  state,
  amount,
  text,
  action,
  justFunded,
  children,
}: Props) {
  return (
    <section className={styles.statement} aria-label="Payment">
      <div className={styles.left}>
        <div className={styles.state}>
          {icon ?? (keyState === 'none' ? null : <EscrowKey state={keyState} size={17} />)}
          {state}
        </div>
        <div className={styles.amount}>{amount}</div>
        <div className={styles.next}>
          {text ? <div className={styles.text}>{text}</div> : null}
          {action ? <div className={styles.action}>{action}</div> : null}
        </div>
      </div>
      {keyState === 'none' ? null : (
        <div
          className={cx(
            styles.plate,
            keyState === 'empty' && styles.empty,
            keyState === 'released' && styles.released,
            justFunded && styles.seats,
          )}
          aria-hidden="true"
        />
      )}
      <div className={styles.right} data-key={keyState}>
        {children}
      </div>
    </section>
  )
}
