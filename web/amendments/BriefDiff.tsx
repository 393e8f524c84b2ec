import { amendmentWords as say } from '#contract/amendment-words.ts'
import { briefDiff } from '#contract/brief-diff.ts'
import type { Brief } from '#contract/briefs.ts'
import styles from './Amendment.module.css'

/** What a proposed brief changes in the agreed one: the removed and the added lines, part by part. */
export function BriefDiff({ before, after }: { before: Brief | null; after: Brief }) {
  return (
    <dl className={styles.diff} aria-label={say.briefTitle}>
      {briefDiff(before, after).map(({ part, removed, added }) => (
        <div key={part}>
          <dt>{part}</dt>
          {removed.map((line, at) => (
            <dd key={`${at} ${line}`} className={styles.removed}>
              <span className="sr">{say.removed} </span>
              <del>{line}</del>
            </dd>
          ))}
          {added.map((line, at) => (
            <dd key={`${at} ${line}`} className={styles.added}>
              <span className="sr">{say.added} </span>
              <ins>{line}</ins>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
