import type { CSSProperties } from 'react'

/** The key's meaning: money held, no money yet, money released. */
export type KeyState = 'held' | 'empty' | 'released'

interface Props {
  state: KeyState
  size?: number
  /** Red lead, or green once the money was released; the colour of its text where the key is not the message. */
  color?: string
  className?: string
}

/** The butterfly key, the glyph of escrow. Decorative: words beside it always say the same. */
export function EscrowKey({ state, size = 18, color, className }: Props) {
  const released = state === 'released'
  const style: CSSProperties = {
    color: color ?? (released ? 'var(--green-solid)' : 'var(--key)'),
    flex: 'none',
  }
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      className={className}
      style={style}
      aria-hidden="true"
    >
      {state === 'held' ? (
        <path d="M1.5 3.5 10 7.2l8.5-3.7v13L10 12.8l-8.5 3.7Z" fill="currentColor" />
      ) : null}
      {state === 'empty' ? (
        <path
          d="M2.3 4.7 10 8l7.7-3.3v10.6L10 12l-7.7 3.3Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
      ) : null}
      {released ? (
        <path d="M1 3.5 7.6 6.4v7.2L1 16.5ZM19 3.5l-6.6 2.9v7.2l6.6 2.9Z" fill="currentColor" />
      ) : null}
    </svg>
  )
}
