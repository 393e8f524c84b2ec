import type { ReactNode } from 'react'
import type { Application } from '#contract/application-schemas.ts'
import { isBriefNewer, newerBriefWords } from '#contract/newer-brief.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'
import styles from './Application.module.css'
import { SentApplication } from './SentApplication.tsx'

/** The creator's side of a project before they are hired: the form, or what they sent. */
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
  return (
    <section className={`card ${styles.panel}`} id="application">
      <h2 className={styles.heading}>Your application</h2>
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
