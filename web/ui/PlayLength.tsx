import styles from './PlayLength.module.css'

/** How long a film plays, "0:32", in the corner of its picture. */
export const PlayLength = ({ children }: { children: string }) => (
  <span className={styles.length}>{children}</span>
)
