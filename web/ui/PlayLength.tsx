import styles from './PlayLength.module.css'

/** The duration of a film, "0:32", in the corner of its picture. */
export const PlayLength = ({ children }: { children: string }) => (
  <span className={styles.length}>{children}</span>
)
