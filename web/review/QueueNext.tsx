import { ArrowRight } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import type { ReviewVersion } from '#contract/review-note-schemas.ts'
import { firstName } from '#web/projects/project-words.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ALL_WAITING, nextInQueue, useReviewQueue } from './queue.ts'
import { queueWords as say } from './queue-words.ts'

/** The link from one review to the next that waits, or out of the queue after the last one. */
export function QueueNext({ of, version }: { of: string; version: ReviewVersion }) {
  const listing = of === ALL_WAITING ? null : of
  const { data } = useReviewQueue(listing)
  if (data === undefined) return null
  const next = nextInQueue(data, version)
  const left = data.filter(({ id }) => id !== version.id).length
  // The next step is the same whether the review is skipped or answered; it stands out once there is nothing left to
  // decide here.
  const variant = version.status === 'pending' ? 'secondary' : 'primary'
  if (next === null)
    return (
      <ButtonLink variant={variant} to={listing ? paths.board(listing) : paths.myProjects}>
        {say.last}
      </ButtonLink>
    )
  const { creator_name: name } = next
  return (
    <ButtonLink
      variant={variant}
      title={say.left(left)}
      to={paths.review(next.project_id, next.id, undefined, of)}
    >
      {say.next(firstName({ name }) ?? name)}
      <ArrowRight size={16} aria-hidden="true" />
    </ButtonLink>
  )
}
