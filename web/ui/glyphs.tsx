import type { ReactNode } from 'react'

/** The shapes that carry a state beside its word, drawn on 14 units (DESIGN §3). */
export type GlyphName =
  | 'dashed-ring'
  | 'ring-dot'
  | 'half-disc'
  | 'check'
  | 'cross'
  | 'clock'
  | 'return'
  | 'key'
  | 'open-key'

const ring = <circle cx="7" cy="7" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.6" />
const disc = <circle cx="7" cy="7" r="6.05" fill="currentColor" />

const shapes: Record<GlyphName, ReactNode> = {
  'dashed-ring': (
    <circle
      cx="7"
      cy="7"
      r="5.25"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="2.1 2.02"
    />
  ),
  'ring-dot': (
    <>
      {ring}
      <circle cx="7" cy="7" r="2.4" fill="currentColor" />
    </>
  ),
  'half-disc': (
    <>
      {ring}
      <path d="M7 3.4a3.6 3.6 0 0 1 0 7.2Z" fill="currentColor" />
    </>
  ),
  check: (
    <>
      {disc}
      <path
        d="m4.4 7.2 1.8 1.8 3.5-3.7"
        fill="none"
        stroke="var(--bg)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  cross: (
    <>
      {disc}
      <path
        d="m5.1 5.1 3.8 3.8m0-3.8L5.1 8.9"
        fill="none"
        stroke="var(--bg)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </>
  ),
  clock: (
    <>
      {ring}
      <path
        d="M7 4.2V7l1.9 1.3"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  return: (
    <path
      d="M3.2 5.6h5.2a3 3 0 0 1 0 6H5.6M5.4 3 2.8 5.6l2.6 2.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  key: <path d="M1 2.6 7 5.2l6-2.6v8.8L7 8.8l-6 2.6Z" fill="currentColor" />,
  'open-key': <path d="M1 2.6 5.6 4.6v4.8L1 11.4ZM13 2.6 8.4 4.6v4.8l4.6 2Z" fill="currentColor" />,
}

/** One status glyph. Its cut-outs take the background from `--bg`. */
export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      {shapes[name]}
    </svg>
  )
}
