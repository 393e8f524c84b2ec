import { Paperclip } from 'lucide-react'
import type { DealDispute } from '#contract/dispute-schemas.ts'
import styles from './Dispute.module.css'

/** A statement's files, each opened in its own tab. */
export function StatementFiles({ files }: { files: DealDispute['statements'][number]['files'] }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Files">
      {files.map(({ id, file_name, file_url }) => (
        <li key={id}>
          <a className="link" href={file_url} target="_blank" rel="noreferrer">
            <Paperclip size={14} aria-hidden="true" />
            {file_name}
          </a>
        </li>
      ))}
    </ul>
  )
}
