import { useState, type ComponentProps, type MouseEvent } from 'react'
import { buttonClass, type ButtonLook } from './button-class.ts'
import { Spinner } from './Spinner.tsx'

type Props = ButtonLook &
  Omit<ComponentProps<'button'>, 'className'> & {
    className?: string
    /** While true the button stays focusable, shows the spinner and ignores clicks. */
    busy?: boolean
    /** The spec's label while waiting: "Saving...". The button keeps at least its resting width. */
    busyText?: string
  }

/** A button. `type` defaults to "button", so only a form's own button submits it. */
export function Button(props: Props) {
  const {
    variant,
    size,
    iconOnly,
    block,
    className,
    busy,
    busyText,
    children,
    onClick,
    style,
    ...rest
  } = props
  const [restingWidth, setRestingWidth] = useState<number>()

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) {
      event.preventDefault()
      return
    }
    setRestingWidth(event.currentTarget.offsetWidth)
    onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, iconOnly, block }, className)}
      style={busy && restingWidth ? { minWidth: restingWidth, ...style } : style}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={handleClick}
    >
      {busy ? (
        <>
          <Spinner />
          {iconOnly ? null : (busyText ?? children)}
        </>
      ) : (
        children
      )}
    </button>
  )
}
