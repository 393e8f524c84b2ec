import { Loading } from '#web/ui/Loading.tsx'
import styles from './Media.module.css'
import { useFileBytes } from './use-file-bytes.ts'

/** Characters shown; a book is better read elsewhere. */
const SHOWN = 200_000

interface Props {
  url: string
  name: string
  onLinkExpired: () => void
}

/** A text file, read in the page. */
export function TextReader({ url, name, onLinkExpired }: Props) {
  const { bytes, failed } = useFileBytes(url, onLinkExpired)
  const text = bytes ? new TextDecoder().decode(bytes) : null
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.reader} role="region" aria-label={name} tabIndex={0}>
      {text === null && !failed ? <Loading /> : null}
      {failed ? <p className="muted">The file could not be loaded.</p> : null}
      {text === null ? null : (
        <pre className={styles.text}>
          {text.slice(0, SHOWN)}
          {text.length > SHOWN ? '\n\n…' : ''}
        </pre>
      )}
    </div>
  )
}
