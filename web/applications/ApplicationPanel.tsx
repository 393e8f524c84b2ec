import { type ReactNode, useId } from 'react'
import type { Application } from '#contract/application-schemas.ts'
import { isBriefNewer, newerBriefWords } from '#contract/newer-brief.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { APPLICATION_ID } from './application-id.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import styles from './Application.module.css'
import { SentApplication } from './SentApplication.tsx'

/** The creator's side of a project before they are hired: the form, or the sent application. */
export function ApplicationPanel({
  project,
  application,
  children,
}: {
  project: ProjectDetail
  application: Application | null
  /** What may still be agreed about it. */
  children?: ReactNode
}) {
  const headingId = useId()
  // Sending it replaces the form with what was sent.
  const panel = useKeptFocus(application?.id ?? null)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`card ${styles.panel}`}
      id={APPLICATION_ID}
      aria-labelledby={headingId}
    >
      <h2 id={headingId} className={styles.heading}>
        Your application
      </h2>
      {application ? (
        <>
          <SentApplication application={application} />
          {application.status === 'pending' && isBriefNewer(project.brief, application) ? (
            <Notice tone="info" title={newerBriefWords.applicant} />
          ) : null}
          {children}
        </>
      ) : project.status === 'active' ? (
        <ApplicationForm project={project} />
      ) : (
        <p className="muted">This project is no longer open.</p>
      )}
    </section>
  )
}
