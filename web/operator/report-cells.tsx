import type { ReportRecord, SanctionRecord } from '#contract/report-schemas.ts'
import {
  APPEAL_WORDS,
  REPORT_ACT_WORDS,
  REPORT_REASON_WORDS,
  REPORT_SUBJECT_WORDS,
} from '#contract/report-words.ts'
import type { AppealStatus, ReportStatus } from '#contract/reports.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import type { Column } from './RecordTable.tsx'

const REPORT_BADGES = {
  open: { tone: 'yellow', glyph: 'clock', word: 'Waits' },
  taken: { tone: 'blue', glyph: 'half-disc', word: 'Taken' },
  acted: { tone: 'green', glyph: 'check', word: 'Acted on' },
  dismissed: { tone: 'gray', glyph: 'cross', word: 'Dismissed' },
} as const satisfies Record<ReportStatus, object>

/** The state of a report. */
export function ReportBadge({ status }: { status: ReportStatus }) {
  const { tone, glyph, word } = REPORT_BADGES[status]
  return (
    <Badge tone={tone} glyph={glyph}>
      {word}
    </Badge>
  )
}

const APPEAL_BADGES = {
  none: { tone: 'gray', glyph: 'dashed-ring' },
  open: { tone: 'yellow', glyph: 'clock' },
  upheld: { tone: 'gray', glyph: 'check' },
  reversed: { tone: 'green', glyph: 'return' },
} as const satisfies Record<AppealStatus, object>

/** The state of the appeal against a decision. */
export function AppealBadge({ status }: { status: AppealStatus }) {
  const { tone, glyph } = APPEAL_BADGES[status]
  return (
    <Badge tone={tone} glyph={glyph}>
      {APPEAL_WORDS[status]}
    </Badge>
  )
}

/** "Profile: Scam or fraud". */
export const reportTitle = ({ subject, reason }: Pick<ReportRecord, 'subject' | 'reason'>) => {
  const { one } = REPORT_SUBJECT_WORDS[subject]
  return `${one.charAt(0).toUpperCase()}${one.slice(1)}: ${REPORT_REASON_WORDS[reason].label}`
}

/** Earlier decisions about a person. */
export const sanctionColumns: readonly Column<SanctionRecord>[] = [
  {
    name: 'Decision',
    kind: 'wide',
    cell: ({ act, facts, subject, reason }) => (
      <>
        <span className={styles.name}>
          {REPORT_ACT_WORDS[act].label} · {reportTitle({ subject, reason })}
        </span>
        <span className={styles.sub}>{facts}</span>
      </>
    ),
  },
  { name: 'Appeal', cell: ({ appeal }) => <AppealBadge status={appeal.status} /> },
  {
    name: 'Until',
    cell: ({ until }) => (until === null ? 'No end' : <Time value={until} />),
  },
  { name: 'By', kind: 'person', cell: ({ actor_name }) => actor_name },
  { name: 'Decided', cell: ({ at }) => <Time value={at} /> },
]
