import { cx } from './cx.ts'
import styles from './Button.module.css'

/** A button's weight. One primary per view; repeated equal choices are tonal (DESIGN §1.6). */
export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'tonal'
  | 'quiet'
  | 'destructive'
  | 'destructive-quiet'
  | 'on-board'
  | 'on-clay'

/** The look shared by `Button` and `ButtonLink`: weight, height, and whether they fill their line. */
export interface ButtonLook {
  variant?: ButtonVariant
  size?: 'sm' | 'md' | 'lg'
  /** A square button holding one icon; give it an `aria-label`. */
  iconOnly?: boolean
  block?: boolean
}

const variants: Record<ButtonVariant, string | undefined> = {
  primary: styles.primary,
  secondary: undefined,
  tonal: styles.tonal,
  quiet: styles.quiet,
  destructive: styles.destructive,
  'destructive-quiet': styles.destructiveQuiet,
  'on-board': styles.onBoard,
  'on-clay': styles.onClay,
}

/** The class names of a button with this look. */
export function buttonClass(look: ButtonLook, extra?: string): string {
  const { variant = 'secondary', size = 'md', iconOnly, block } = look
  return cx(
    styles.button,
    variants[variant],
    size === 'lg' && styles.lg,
    size === 'sm' && styles.sm,
    iconOnly && styles.icon,
    block && styles.block,
    extra,
  )
}
