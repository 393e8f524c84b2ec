import { useState } from 'react'
import type { ReportSubject } from '#contract/reports.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { ReportAbout } from './report-about.ts'
import { REPORT_LABELS, reportWords } from './report-words.ts'

const ReportDialog = lazyComponent(
  async () => (await import('./ReportDialog.tsx')).ReportDialog,
  null,
  'nobody',
)

interface Props {
  subject: ReportSubject
  id: string
  /** Only for a picture: its address on the profile. */
  picture?: string
  /** Another subject next to it that the reader may want to report. */
  or?: ReportAbout
  /** Shown on a dark background. */
  onBoard?: boolean
}

/** An unobtrusive button for reporting something to our team. The dialog loads when it is opened. */
export function ReportButton({ subject, id, picture, or, onBoard = false }: Props) {
  const [open, setOpen] = useState(false)
  const about: ReportAbout = { subject, id, ...(picture === undefined ? {} : { picture }) }
  return (
    <>
      <Button
        variant={onBoard ? 'on-board' : 'quiet'}
        size="sm"
        aria-label={REPORT_LABELS[subject]}
        onClick={() => setOpen(true)}
      >
        {subject === 'licence' ? reportWords.misuse : reportWords.report}
      </Button>
      {open ? (
        <ReportDialog about={or ? [about, or] : [about]} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
