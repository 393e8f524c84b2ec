import { type CSSProperties, useState } from 'react'
import { cx } from './cx.ts'
import styles from './LongText.module.css'

interface Props {
  text: string
  /** How many of its lines are shown at first. */
  lines?: number
}

/** A line of text on a phone, in characters. */
const LINE = 60

/** Text that people wrote, with their own line breaks; of a long text the beginning, and the rest after a press. */
export function LongText({ text, lines = 4 }: Props) {
  const [whole, setWhole] = useState(false)
  const isLong = text.length > lines * LINE || text.split('\n').length > lines
  return (
    <>
      <span
        className={cx(styles.text, isLong && !whole && styles.cut)}
        style={{ '--lines': lines } as CSSProperties}
      >
        {isLong && !whole ? text.replaceAll(/\n{2,}/g, '\n') : text}
      </span>
      {isLong ? (
        <button
          type="button"
          className={`link sm ${styles.more}`}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </>
  )
}
