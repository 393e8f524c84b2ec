import type { ReportAbout } from '#web/reports/report-about.ts'
import { ReportButton } from '#web/reports/ReportButton.tsx'
import { BlockButton } from './BlockButton.tsx'
import styles from './PersonActs.module.css'

interface Props {
  person: { id: string; name: string }
  /** Something beside the profile that may be meant by a report. */
  or?: ReportAbout | undefined
}

/** What anyone may do about someone whose profile or card they see: report them, or block them. */
export function PersonActs({ person, or }: Props) {
  return (
    <span className={styles.acts}>
      <ReportButton subject="profile" id={person.id} {...(or === undefined ? {} : { or })} />
      <BlockButton person={person} />
    </span>
  )
}
