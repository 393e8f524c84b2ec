import { useState } from 'react'
import type { ReportDetail } from '#contract/report-schemas.ts'
import { ACT_HINTS, HIDE_WORDS, REPORT_ACT_WORDS } from '#contract/report-words.ts'
import { ACTS_ON, type ReportAct } from '#contract/reports.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { Allowed } from './Allowed.tsx'
import styles from './Console.module.css'
import { useAct } from './use-console.ts'

const ReportActDialog = lazyComponent(
  async () => (await import('./ReportActDialog.tsx')).ReportActDialog,
  null,
  'nobody',
)
const ReasonDialog = lazyComponent(
  async () => (await import('./ReasonDialog.tsx')).ReasonDialog,
  null,
  'nobody',
)

/** The acts an operator can take on a report, and the effect of each. */
export const ReportActs = (props: { report: ReportDetail }) => (
  <Allowed call="operator.act_on_report">
    <Acts {...props} />
  </Allowed>
)

function Acts({ report }: { report: ReportDetail }) {
  const [doing, setDoing] = useState<ReportAct | 'dismiss' | null>(null)
  const take = useAct('operator.take_report')
  const dismiss = useAct('operator.dismiss_report')
  const { id } = report
  const acts = ACTS_ON[report.subject]
  const hintOf = (act: ReportAct) => (act === 'hide' ? HIDE_WORDS[report.subject] : ACT_HINTS[act])

  return (
    <section className={styles.section} aria-labelledby="report-acts">
      <div className="sec-head">
        <h2 id="report-acts">What to do</h2>
        <Button
          size="sm"
          busy={take.isPending}
          onClick={() =>
            onSettled(take.mutateAsync({ params: { id } }), {
              onError: (failure) => toast.error(messageOf(failure)),
            })
          }
        >
          Take
        </Button>
      </div>
      {report.closed_to_acts ? (
        <Notice title="Nothing can be done to this account">
          It is an operator’s, or it was deleted. The report can only be dismissed.
        </Notice>
      ) : null}
      <ul className={styles.choices}>
        {acts.includes('hide') || report.closed_to_acts ? null : (
          <li className="sm muted">{HIDE_WORDS[report.subject]}</li>
        )}
        {report.closed_to_acts
          ? null
          : acts.map((act) => (
              <li key={act}>
                <Button
                  variant={act === 'ban' ? 'destructive' : 'secondary'}
                  onClick={() => setDoing(act)}
                >
                  {REPORT_ACT_WORDS[act].label}
                </Button>
                <span className="sm muted">{hintOf(act)}</span>
              </li>
            ))}
        <li>
          <Button variant="quiet" onClick={() => setDoing('dismiss')}>
            Dismiss
          </Button>
          <span className="sm muted">
            Nothing changes. Everyone who reported this learns that we looked.
          </span>
        </li>
      </ul>
      {doing === 'dismiss' ? (
        <ReasonDialog
          draft={`dismiss-${id}`}
          title="Dismiss this report?"
          confirm="Dismiss"
          done="Report dismissed"
          act={(reason) => dismiss.mutateAsync({ params: { id }, body: { reason } })}
          onClose={() => setDoing(null)}
        >
          <p className="muted">
            It closes every report of the same. Only operators read the reason.
          </p>
        </ReasonDialog>
      ) : null}
      {doing !== null && doing !== 'dismiss' ? (
        <ReportActDialog
          key={doing}
          report={report}
          act={doing}
          hint={hintOf(doing)}
          onClose={() => setDoing(null)}
        />
      ) : null}
    </section>
  )
}
