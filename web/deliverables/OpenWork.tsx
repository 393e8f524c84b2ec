import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { workName } from '#contract/work-name.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { approveWords as say } from './approve-words.ts'
import styles from './OpenWork.module.css'

interface Props {
  waiting: readonly Deliverable[]
  revisions: readonly Deliverable[]
}

/** Names the work that is still open where money is about to be released; renders nothing when all is reviewed. */
export function OpenWork({ waiting, revisions }: Props) {
  if (waiting.length === 0 && revisions.length === 0) return null
  return (
    <Notice tone="your-move" title={say.openTitle}>
      <ul className={styles.list}>
        {waiting.map((one) => (
          <li key={one.id}>{say.waits(nameOf(one))}</li>
        ))}
        {revisions.map((one) => (
          <li key={one.id}>{say.revised(nameOf(one))}</li>
        ))}
      </ul>
    </Notice>
  )
}

const nameOf = (work: Deliverable): string => say.file(workName(work), work.version)
