import { Loading } from '#web/ui/Loading.tsx'
import styles from './Media.module.css'
import { cx } from '#web/ui/cx.ts'
import { useFileBytes } from './use-file-bytes.ts'

/** The maximum number of characters shown; a book is better read elsewhere. */
const SHOWN = 200_000

interface Props {
  url: string
  name: string
  /** Shown under the text where it is only a part. */
  ending?: string | null
  className?: string
  onLinkExpired: () => void
}

/** A text file, read in the page. */
export function TextReader({ url, name, ending, className, onLinkExpired }: Props) {
  const { bytes, failed } = useFileBytes(url, onLinkExpired)
  const text = bytes ? new TextDecoder().decode(bytes) : null
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={cx(styles.reader, className)} role="region" aria-label={name} tabIndex={0}>
      {text === null && !failed ? <Loading /> : null}
      {failed ? <p className="muted">The file could not be loaded.</p> : null}
      {text === null ? null : (
        <div className={styles.paper}>
          <pre className={styles.text}>
            {text.slice(0, SHOWN)}
            {text.length > SHOWN ? '\n\n…' : ''}
          </pre>
          {ending ? <p className={styles.ending}>{ending}</p> : null}
        </div>
      )}
    </div>
  )
}
