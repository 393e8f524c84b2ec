import { useEffect } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isGone } from '#web/api/errors.ts'
import { FailedPage } from '#web/loading/FailedPage.tsx'
import { usePageHead } from '#web/page/head.ts'
import { isProjectId } from '#web/projects/project-id.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Decide } from './Decide.tsx'
import { Room } from './Room.tsx'
import styles from './Room.module.css'
import { roomWords as say } from './room-words.ts'
import { useReviewRoom, useSaveDraft } from './use-review.ts'

const QueueNext = lazyComponent(
  async () => (await import('./QueueNext.tsx')).QueueNext,
  null,
  'nobody',
)

/** It leads into the room: both load from one file. */
export { QueueScreen } from './QueueScreen.tsx'

/** /projects/{id}/review/{deliverableId}: both sides look at the same frame. */
export function ReviewScreen() {
  const { id, deliverableId } = useParams()
  if (!isProjectId(id)) return <Navigate to={paths.projects} replace />
  // Not a UUID, or a version that does not exist (any more): the project page shows what does.
  if (!isProjectId(deliverableId)) return <Navigate to={paths.project(id)} replace />
  return <LoadedRoom projectId={id} deliverableId={deliverableId} />
}

function LoadedRoom({ projectId, deliverableId }: { projectId: string; deliverableId: string }) {
  const query = useReviewRoom(deliverableId)
  const save = useSaveDraft(deliverableId)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const queue = search.get('queue')
  const room = query.data
  const version = room?.versions.find(({ id }) => id === deliverableId)
  const title = room ? `Review of ${room.project.title}` : 'Review'
  usePageHead({ title })
  // The room fills the window: content below it would only get in the way of the keys that scroll.
  useEffect(() => {
    // In braces: browsers are starting to return a promise, which React would call as the clean-up.
    window.scrollTo(0, 0)
  }, [])

  if (query.isError && (!room || isGone(query.error)))
    return isGone(query.error) ? (
      <Navigate to={paths.project(projectId)} replace />
    ) : (
      <FailedPage className={styles.failed} heading={title} query={query} failed={say.failed} />
    )
  if (!room) return <Loading page />
  if (!version || room.project.id !== projectId)
    return <Navigate to={paths.project(projectId)} replace />
  return (
    <Room
      key={version.id}
      room={room}
      version={version}
      reader={room.reader}
      save={save.mutateAsync}
      openVersion={(other) =>
        void navigate(paths.review(projectId, other, undefined, queue ?? undefined))
      }
      renewLinks={() => void query.refetch()}
      decide={
        <>
          <Decide />
          {queue !== null && room.reader === 'owner' ? (
            <QueueNext of={queue} version={version} />
          ) : null}
        </>
      }
    />
  )
}
