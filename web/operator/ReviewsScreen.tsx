import { useMemo, useState } from 'react'
import type { OperatorReview } from '#contract/reputation-schemas.ts'
import { meanText } from '#contract/reputation-words.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { Allowed } from './Allowed.tsx'
import styles from './Console.module.css'
import { ConsoleList } from './ConsoleList.tsx'
import { PersonLink } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'
import { useAct, useConsoleList } from './use-console.ts'

const ReasonDialog = lazyComponent(
  async () => (await import('./ReasonDialog.tsx')).ReasonDialog,
  null,
  'nobody',
)

const columnsWith = (
  remove: (review: OperatorReview) => void,
): readonly Column<OperatorReview>[] => [
  {
    name: 'Review',
    kind: 'wide',
    cell: ({ body, overall, removed }) =>
      removed ? (
        <span className={styles.sub}>Removed: {removed.reason}</span>
      ) : (
        <>
          <span className={styles.name}>{overall === null ? null : meanText(overall)}</span>
          <span className={styles.sub}>{body || 'Without words'}</span>
        </>
      ),
  },
  {
    name: 'By',
    kind: 'person',
    cell: ({ author }) => (author === null ? 'Deleted account' : <PersonLink person={author} />),
  },
  { name: 'About', kind: 'person', cell: ({ subject }) => <PersonLink person={subject} /> },
  { name: 'Shown', cell: ({ shown_at }) => <Time value={shown_at} /> },
  {
    name: 'Acts',
    kind: 'acts',
    cell: (review) =>
      review.removed === null ? (
        <Allowed call="operator.hide_deal_review">
          <Button size="sm" onClick={() => remove(review)}>
            Remove
          </Button>
        </Allowed>
      ) : null,
  },
]

/** Every review that is shown or was removed, newest first. A sealed review is readable only by its author. */
export function ReviewsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.deal_reviews', {})
  const [removing, setRemoving] = useState<OperatorReview | null>(null)
  const act = useAct('operator.hide_deal_review')
  const columns = useMemo(() => columnsWith(setRemoving), [])
  return (
    <ConsoleList
      title="Reviews"
      text="What the sides of finished deals say about each other, newest first. Sealed reviews are not here."
      search={search}
      list={list}
      columns={columns}
      empty={{ title: 'No reviews', text: 'The first ones appear when both sides have written.' }}
    >
      {removing === null ? null : (
        <ReasonDialog
          draft={`operator.hide_deal_review-${removing.id}`}
          title="Remove this review?"
          confirm="Remove"
          done="Review removed"
          label="Reason, shown to everyone"
          destructive
          act={(reason) => act.mutateAsync({ params: { id: removing.id }, body: { reason } })}
          onClose={() => setRemoving(null)}
        >
          <p className="muted">
            It leaves the average, and its place on the profile says that it was removed, and why.
            Its author is notified. It cannot be restored.
          </p>
        </ReasonDialog>
      )}
    </ConsoleList>
  )
}
