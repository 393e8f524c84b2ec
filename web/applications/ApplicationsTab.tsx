import { Inbox, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { ApplicationWithCreator } from '#contract/application-schemas.ts'
import { applicationFailures } from '#contract/applications.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { messageOf } from '#web/api/errors.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { paths } from '#contract/paths.ts'
import { firstName, loadedWords } from '#web/projects/project-words.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Application.module.css'
import { ApplicationRow } from './ApplicationRow.tsx'
import {
  useAnswerApplication,
  useProjectApplications,
  type ApplicationAnswer,
} from './use-applications.ts'

/** What is said of a project that no one applied to. */
const NOBODY_APPLIED: Partial<Record<ProjectStatus, string>> = {
  draft: 'Post the project so that creators can see it.',
  cancelled: 'This project was cancelled before anybody applied.',
}

/** The applications to one's own project, newest first, with Accept and Reject. */
export function ApplicationsTab({ project }: { project: ProjectDetail }) {
  const query = useProjectApplications(project.id)
  const { answer, answering } = useAnswers()

  return (
    <LoadedList
      query={query}
      pending={<Loading />}
      failed={() => applicationFailures.load}
      empty={
        <EmptyState
          icon={Inbox}
          title={project.status === 'cancelled' ? 'No applications' : 'No applications yet'}
          text={NOBODY_APPLIED[project.status] ?? 'Creators who apply appear here.'}
        />
      }
    >
      {(applications) => (
        <>
          {project.status === 'in_progress' && !project.timeline.funded_at ? (
            <FundNext project={project} />
          ) : null}
          <div className="sec-head">
            <h2>{loadedWords(query, 'application')}</h2>
            <span className="sm muted">Newest first</span>
          </div>
          <div className={`card ${styles.list}`}>
            {applications.map((application) => (
              <ApplicationRow
                key={application.id}
                application={application}
                budget={project.budget}
                // One accepted creator per project (decision P12): accepting is offered only while it is open.
                mayAccept={project.status === 'active'}
                answering={answering?.id === application.id ? answering.answer : null}
                onAnswer={(given) => answer(application, given)}
              />
            ))}
          </div>
          <MoreRows query={query} />
        </>
      )}
    </LoadedList>
  )
}

const DONE: Record<ApplicationAnswer, string> = { accept: 'accepted', reject: 'rejected' }

/** One answer at a time, with the toasts of SPEC §8. */
function useAnswers() {
  const mutation = useAnswerApplication()
  const [answering, setAnswering] = useState<{ id: string; answer: ApplicationAnswer } | null>(null)
  function answer({ id }: ApplicationWithCreator, given: ApplicationAnswer) {
    if (answering) return
    setAnswering({ id, answer: given })
    onSettled(mutation.mutateAsync({ id, answer: given }), {
      onSuccess: () => toast.success(`Application ${DONE[given]} successfully!`),
      onError: (error) => toast.error(`Failed to ${given} application: ${messageOf(error)}`),
      onSettled: () => setAnswering(null),
    })
  }
  return { answer, answering }
}

/** After accepting, the next step is on another tab. */
function FundNext({ project }: { project: ProjectDetail }) {
  return (
    <div className={styles.next}>
      <Notice
        tone="your-move"
        title="Fund escrow next."
        actions={
          <ButtonLink size="sm" to={paths.projectTab(project.id, 'payment')} preventScrollReset>
            Go to Payment
          </ButtonLink>
        }
      >
        {firstName(project.creator) ?? 'The creator'} can start once the agreed price is held.
      </Notice>
    </div>
  )
}

/** What accepting causes, beside the choice. */
export function AfterYouAccept() {
  const words = useReviewWords()
  return (
    <Notice title={<span className="sm">After you accept</span>} icon={ShieldCheck}>
      A conversation opens and you fund the agreed price. It is held in escrow until you approve the
      work. {words('paying')}
    </Notice>
  )
}
