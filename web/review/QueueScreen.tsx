import { CircleCheckBig } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useAuth } from '#web/api/session.tsx'
import { FailedPage } from '#web/loading/FailedPage.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { isProjectId } from '#web/projects/project-id.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { ALL_WAITING, useReviewQueue } from './queue.ts'
import { queueWords as say } from './queue-words.ts'

/**
 * /review-queue: leads to the first delivery that waits for its brand, of one project that hires several creators or of
 * all.
 */
export function QueueScreen() {
  const { role } = useAuth()
  const [search] = useSearchParams()
  const asked = search.get('listing') ?? undefined
  usePageHead({ title: say.title })
  return role === 'seller' ? (
    <Queue listing={isProjectId(asked) ? asked : null} />
  ) : (
    <AccessDenied only="seller" />
  )
}

function Queue({ listing }: { listing: string | null }) {
  const query = useReviewQueue(listing)
  if (query.isPending) return <Loading page />
  if (query.data === undefined)
    return <FailedPage heading={say.title} query={query} failed={() => say.failed} />
  const [first] = query.data
  if (first)
    return (
      <Navigate
        to={paths.review(first.project_id, first.id, undefined, listing ?? ALL_WAITING)}
        replace
      />
    )
  return (
    <div className="page wrap">
      <div className="page-head">
        <h1>{say.title}</h1>
      </div>
      <EmptyState
        icon={CircleCheckBig}
        title={say.none}
        text={say.noneText}
        action={
          <ButtonLink to={listing ? paths.board(listing) : paths.myProjects}>
            {listing ? say.toBoard : say.toProjects}
          </ButtonLink>
        }
      />
    </div>
  )
}
