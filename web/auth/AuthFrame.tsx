import type { ReactNode } from 'react'
import { Board, Boards, KeyPlate } from '#web/ui/Boards.tsx'
import { cx } from '#web/ui/cx.ts'
import styles from './AuthScreen.module.css'

interface Props {
  title: string
  lead: ReactNode
  children?: ReactNode
}

/** The frame of every sign-in screen: heading and form on the left, the two boards on the right. */
export function AuthFrame({ title, lead, children }: Props) {
  return (
    <div className={cx('wrap wide', styles.auth)}>
      <div className={styles.pane}>
        <div className={styles.column}>
          <div>
            <h1>{title}</h1>
            <p className={styles.lead}>{lead}</p>
          </div>
          {children}
        </div>
      </div>
      <Boards stacked className={styles.boards} aria-hidden="true">
        <Board>
          <img src="/art/h-shop.svg" alt="" />
          <span className={styles.roleTag}>Brands need content</span>
        </Board>
        <Board clay>
          <img src="/art/h-creator.svg" alt="" />
          <span className={cx(styles.roleTag, styles.roleTagRight)}>Creators make it</span>
        </Board>
        <KeyPlate>
          <span className={styles.keyText}>
            Paid
            <br />
            through
            <br />
            escrow
          </span>
        </KeyPlate>
      </Boards>
    </div>
  )
}
