import styles from './Spinner.module.css'

/** The turning ring inside busy buttons and beside "Loading...". Decorative: say in words what is loading. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
