import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { buttonClass, type ButtonLook } from './button-class.ts'

type Props = ButtonLook & ComponentProps<typeof Link>

/** A link that looks like a button: it navigates and does nothing else. */
export function ButtonLink({ variant, size, iconOnly, block, className, ...rest }: Props) {
  return <Link {...rest} className={buttonClass({ variant, size, iconOnly, block }, className)} />
}
