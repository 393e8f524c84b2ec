import styles from './Spinner.module.css'

/** The turning ring inside busy buttons and beside "Loading...". Decorative: state the wait in words. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
