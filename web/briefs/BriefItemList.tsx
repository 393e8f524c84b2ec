import { itemName } from '#contract/brief-item-words.ts'
import type { ProjectBrief } from '#contract/brief-schemas.ts'
import { partWords } from '#contract/brief-words.ts'
import styles from './BriefView.module.css'
import { versionOf } from './ProjectBrief.tsx'

/** The pieces of a brief in a few lines, with its version: for the rail beside a deal. */
export function BriefItemList({ brief }: { brief: ProjectBrief }) {
  const version = versionOf(brief)
  return (
    <>
      <h3 className="sr">{partWords.deliver}</h3>
      <ul className={`sm ${styles.short}`}>
        {brief.brief.items.map((item) => (
          <li key={item.id}>{itemName(item)}</li>
        ))}
      </ul>
      {version === null ? null : <p className="sm muted">{version}</p>}
    </>
  )
}
