import { Inbox } from 'lucide-react'
import { type ComponentType, useCallback, useState } from 'react'
import type { ApplicationWithCreator, ListedApplication } from '#contract/application-schemas.ts'
import { applicationFailures } from '#contract/applications.ts'
import { paths } from '#contract/paths.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { messageOf } from '#web/api/errors.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { PublishProject } from '#web/projects/PublishProject.tsx'
import { loadedWords } from '#web/projects/project-words.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'
import type { AcceptProps } from './AcceptDialog.tsx'
import styles from './Application.module.css'
import { answerWords } from './answer-words.ts'
import {
  type Answering,
  ApplicationRow,
  type RowApplication,
  type Tiles,
} from './ApplicationRow.tsx'
import { nextStep } from './next-step.ts'
import { moveBetweenRows } from './row-keys.ts'
import { type Ranking, UNRANKED } from './ranking.ts'
import { acceptedFirst } from './row-order.ts'
import {
  useAcceptedElsewhere,
  useAnswerApplication,
  useProjectApplications,
  useUndoReject,
  type ApplicationAnswer,
} from './use-applications.ts'
import { useSelection } from './use-selection.ts'
import { useWholeList } from './use-whole-list.ts'
import { useShortlistFilter } from './use-shortlist-filter.tsx'

/** Loads after the list: its figures and badges have texts of their own. */
const RecordOrder = lazyComponent(
  async () => (await import('./RecordOrder.tsx')).RecordOrder,
  <div className={styles.orders} />,
  'seller',
)

/** Only where several are hired. */
const BulkHire = lazyComponent(
  async () => (await import('#web/seats/BulkHire.tsx')).BulkHire,
  null,
  'nobody',
)

const FundNext = lazyComponent(
  async () => (await import('./FundNext.tsx')).FundNext,
  null,
  'seller',
)

const NobodyHasIt = lazyComponent(
  async () => (await import('./NobodyHasIt.tsx')).NobodyHasIt,
  null,
  'nobody',
)

/** The text for a project without applications. */
const NOBODY_APPLIED: Partial<Record<ProjectStatus, string>> = {
  draft: 'Post the project so that creators can see it.',
  cancelled: 'This project was cancelled before anybody applied.',
}

interface Props {
  project: ProjectDetail
  /** Asks once before accepting. */
  AcceptDialog: ComponentType<AcceptProps>
  /** Shows a few works of a creator. */
  Tiles: Tiles
}

/** The applications to one's own project, the accepted one on top, then newest first, with the owner's answers. */
export function ApplicationsTab({ project, AcceptDialog, Tiles }: Props) {
  const query = useProjectApplications(project.id)
  const accepted = useAcceptedElsewhere(project, query.data)
  const shortlist = useShortlistFilter(query.data, project.status === 'active')
  const [ranking, setRanking] = useState<Ranking>(UNRANKED)
  const { arrange } = ranking
  useWholeList(arrange !== null, query)
  const [accepting, setAccepting] = useState<ApplicationWithCreator | null>(null)
  const { answer, answering } = useAnswers(() => setAccepting(null))
  // The sheet returns the keyboard to the button that opened it, which accepting has removed.
  const list = useKeptFocus<HTMLDivElement>(accepting?.id ?? null, nextStep)
  const refresh = useRefresh('applications')
  const shownOf = (applications: readonly ListedApplication[]): readonly RowApplication[] => {
    const rows = shortlist.of(applications)
    return acceptedFirst<RowApplication, RowApplication>(
      arrange?.(rows) ?? rows,
      shortlist.isOn || arrange !== null ? null : accepted,
    )
  }
  const several = project.hiring !== undefined && project.status === 'active' && !project.hidden
  const selection = useSelection(several ? query.data : undefined)
  const counted = useCallback(() => void refresh(), [refresh])

  const applied = (
    <LoadedList
      query={query}
      pending={<Loading />}
      failed={() => applicationFailures.load}
      empty={
        <EmptyState
          icon={Inbox}
          title={project.status === 'cancelled' ? 'No applications' : 'No applications yet'}
          text={NOBODY_APPLIED[project.status] ?? 'Creators who apply appear here.'}
          action={
            project.status === 'active' && !project.hidden ? (
              <ButtonLink variant="tonal" to={paths.findCreators}>
                Find Creators
              </ButtonLink>
            ) : (
              <PublishProject project={project} variant="tonal" />
            )
          }
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
            {applications.length > 1 ? (
              <span className="sm muted hide-m">Up and down keys move through the list</span>
            ) : null}
          </div>
          {applications.length > 1 ? <RecordOrder ranking={ranking} onRank={setRanking} /> : null}
          {shortlist.chip}
          {/* The keys move from row to row; rows and their controls receive the focus natively. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div ref={list} tabIndex={-1} className="card rows" onKeyDown={moveBetweenRows}>
            {shownOf(applications).map((application) => (
              <ApplicationRow
                key={application.id}
                application={application}
                Tiles={Tiles}
                budget={project.budget}
                // One accepted creator per project (decision P12): accepting is offered only while the project is open
                // and shown.
                mayAccept={project.status === 'active' && !project.hidden}
                answering={answering?.id === application.id ? answering.answer : null}
                onAnswer={(given) => {
                  if (given !== 'accept') return answer(application, given)
                  FundNext.preload()
                  setAccepting(application)
                }}
                onCounted={counted}
                select={several ? selection.of(application.id) : undefined}
              />
            ))}
            {ranking.badge !== null && shownOf(applications).length === 0 ? (
              <NobodyHasIt
                isSearching={query.isFetchingNextPage}
                isShortlist={shortlist.isOn}
                onReset={() => setRanking(UNRANKED)}
              />
            ) : null}
          </div>
          {accepting ? (
            <AcceptDialog
              application={accepting}
              brief={project.brief}
              hiring={project.hiring}
              licence={project.licence}
              busy={answering?.answer === 'accept'}
              onAccept={() => answer(accepting, 'accept')}
              onClose={() => setAccepting(null)}
            />
          ) : null}
          <MoreRows query={query} />
        </>
      )}
    </LoadedList>
  )
  if (project.hiring === undefined) return applied
  // Outside the list and for as long as the page is open: the hire that fills the project empties the list, and its
  // outcome must stay readable.
  return (
    <>
      {applied}
      <BulkHire projectId={project.id} chosen={selection.chosen} onClear={selection.clear} />
    </>
  )
}

const DONE: Record<ApplicationAnswer, string> = { accept: 'accepted', reject: 'rejected' }

/** Sends one answer at a time, with the toasts of SPEC §8; calls `onAccepted` also after a refusal. */
function useAnswers(onAccepted: () => void) {
  const mutation = useAnswerApplication()
  const undoing = useUndoReject()
  const [answering, setAnswering] = useState<{ id: string; answer: Answering } | null>(null)
  function answer({ id }: ApplicationWithCreator, given: Answering) {
    if (answering) return
    setAnswering({ id, answer: given })
    const command =
      given === 'undo' ? undoing.mutateAsync(id) : mutation.mutateAsync({ id, answer: given })
    onSettled<unknown>(command, {
      onSuccess: () =>
        toast.success(
          given === 'undo' ? answerWords.undone : `Application ${DONE[given]} successfully!`,
        ),
      onError: (error) =>
        given === 'undo'
          ? toast.error(answerWords.undoFailed, messageOf(error))
          : toast.error(`Failed to ${given} application: ${messageOf(error)}`),
      onSettled: () => {
        setAnswering(null)
        if (given === 'accept') onAccepted()
      },
    })
  }
  return { answer, answering }
}
