import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { EscrowKey } from './EscrowKey.tsx'
import styles from './Notice.module.css'

interface Props {
  /** `your-move` is red lead: only when the reader must act or their money is held. */
  tone?: 'info' | 'your-move' | 'yellow' | 'green' | 'danger'
  title: ReactNode
  icon?: LucideIcon
  /** A picture in place of the icon: the person the notice is about. */
  picture?: ReactNode
  actions?: ReactNode
  /** `alert` when it appears because something just failed. */
  role?: 'status' | 'alert'
  children?: ReactNode
}

const icons = {
  info: Info,
  yellow: TriangleAlert,
  green: CircleCheck,
  danger: CircleAlert,
} as const
const tones = {
  info: null,
  'your-move': styles.key,
  yellow: styles.yellow,
  green: styles.green,
  danger: styles.danger,
}

/** A tinted panel inside a page: the situation, and what to do about it. */
export function Notice({ tone = 'info', title, icon, picture, actions, role, children }: Props) {
  return (
    <div className={cx(styles.notice, tones[tone])} role={role}>
      {picture ?? <NoticeIcon tone={tone} icon={icon} />}
      <div>
        <span className="strong">{title}</span>
        {children ? <div className={styles.text}>{children}</div> : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </div>
  )
}

function NoticeIcon({
  tone,
  icon,
}: {
  tone: NonNullable<Props['tone']>
  icon: LucideIcon | undefined
}) {
  if (tone === 'your-move' && !icon) return <EscrowKey state="held" className={styles.icon} />
  const Icon = icon ?? (tone === 'your-move' ? Info : icons[tone])
  return <Icon className={styles.icon} aria-hidden="true" />
}
