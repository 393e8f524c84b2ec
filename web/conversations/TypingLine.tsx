import styles from './TypingLine.module.css'

/** The other person is typing right now. */
export function TypingLine({ name }: { name: string }) {
  return (
    <p className={styles.typing}>
      <span className={styles.dots} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      {name} is typing
    </p>
  )
}
