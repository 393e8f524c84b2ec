import { Navigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { errorCode, isGone } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { useArrived } from '#web/api/use-arrived.ts'
import { FailedPage } from '#web/loading/FailedPage.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { isProjectId } from '#web/projects/project-id.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { BoardPage } from './BoardPage.tsx'
import { boardWords as say } from './board-words.ts'
import { useBoard } from './use-board.ts'

/** /projects/{id}/board: where every applicant of a project that hires several stands, for its brand. */
export function BoardScreen() {
  const { id } = useParams()
  const { role } = useAuth()
  if (role !== 'seller') return <AccessDenied only="seller" />
  return isProjectId(id) ? (
    <LoadedBoard key={id} id={id} />
  ) : (
    <Navigate to={paths.myProjects} replace />
  )
}

function LoadedBoard({ id }: { id: string }) {
  const query = useBoard(id)
  const board = useArrived(query.data)
  usePageHead({ title: board ? say.pageTitle(board.project.title) : say.title })
  // Someone else's project, or one that hires a single creator: its page says what is there.
  const isElsewhere = isGone(query.error) || errorCode(query.error) === 'project.hires_one'
  if (query.isError && (!query.data || isElsewhere))
    return isElsewhere ? (
      <Navigate to={paths.project(id)} replace />
    ) : (
      <FailedPage heading={say.title} query={query} failed={() => say.failed} />
    )
  if (!board) return <Loading page />
  return <BoardPage board={board} />
}
