import type { ReportAbout } from '#web/reports/report-about.ts'
import { ReportButton } from '#web/reports/ReportButton.tsx'
import { BlockButton } from './BlockButton.tsx'
import styles from './PersonActs.module.css'

interface Props {
  person: { id: string; name: string }
  /** Something other than the profile that a report may be about. */
  or?: ReportAbout | undefined
}

/** The actions anyone has on a person whose profile or card they see: report them, or block them. */
export function PersonActs({ person, or }: Props) {
  return (
    <span className={styles.acts}>
      <ReportButton subject="profile" id={person.id} {...(or === undefined ? {} : { or })} />
      <BlockButton person={person} />
    </span>
  )
}
