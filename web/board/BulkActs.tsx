import { useState } from 'react'
import type { Board } from '#contract/board-schemas.ts'
import type { DeclinedRow } from '#contract/bulk-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { countOf } from '#web/projects/project-words.ts'
import { BulkHire, type Chosen } from '#web/seats/BulkHire.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { toast } from '#web/ui/toast.ts'
import type { BulkOutcome } from './BulkResult.tsx'
import { type BulkAct, bulkWords as say } from './bulk-words.ts'
import type { JustDeclined } from './Declined.tsx'
import { useShortlistSeveral } from './use-bulk.ts'

const DeclineSeveral = lazyComponent(
  async () => (await import('./DeclineSeveral.tsx')).DeclineSeveral,
)
const OfferSeveral = lazyComponent(async () => (await import('./OfferSeveral.tsx')).OfferSeveral)

interface Props {
  project: Board['project']
  chosen: readonly Chosen[]
  onClear: () => void
  /** The outcome for each, to be reported in the page. */
  onTold: (outcome: BulkOutcome) => void
  onDeclined: (declined: JustDeclined) => void
}

/** The actions that apply to everyone who is selected. */
export function BulkActs({ project, chosen, onClear, onTold, onDeclined }: Props) {
  const { id, budget } = project
  const shortlist = useShortlistSeveral(id)
  // A question keeps the people it was asked about: their cards may leave the board before the response arrives.
  const [asking, setAsking] = useState<{
    act: 'offer' | 'decline'
    asked: readonly Chosen[]
  } | null>(null)

  /** Everyone has been handled: nothing stays selected. */
  function told(act: BulkAct, asked: readonly Chosen[], rows: BulkOutcome['rows']) {
    onTold({ act, asked, rows })
    setAsking(null)
    onClear()
  }

  function shortlistAll() {
    onSettled(shortlist.mutateAsync(chosen.map((one) => one.id)), {
      onSuccess: ({ rows }) => told('shortlist', chosen, rows),
      onError: (error) => toast.error(say.shortlistFailed, messageOf(error)),
    })
  }

  function declined(asked: readonly Chosen[], rows: readonly DeclinedRow[]) {
    const undoable = rows.filter(({ undo_until }) => undo_until !== null)
    const [first] = undoable
    const ids = undoable.map(({ application_id }) => application_id)
    const name = asked.find((one) => one.id === first?.application_id)?.name ?? ''
    const who = ids.length === 1 ? name : countOf(ids.length, 'creator')
    told('decline', asked, rows)
    if (first?.undo_until) onDeclined({ ids, who, until: first.undo_until })
  }

  const about = { projectId: id, onClose: () => setAsking(null) }
  return (
    <>
      <BulkHire
        projectId={id}
        chosen={chosen}
        onClear={onClear}
        also={[
          { label: say.acts.shortlist, onAct: shortlistAll, busy: shortlist.isPending },
          { label: say.acts.offer, onAct: () => setAsking({ act: 'offer', asked: chosen }) },
          { label: say.acts.decline, onAct: () => setAsking({ act: 'decline', asked: chosen }) },
        ]}
      />
      {asking?.act === 'decline' ? (
        <DeclineSeveral
          {...about}
          chosen={asking.asked}
          onDone={(rows) => declined(asking.asked, rows)}
        />
      ) : asking?.act === 'offer' ? (
        <OfferSeveral
          {...about}
          chosen={asking.asked}
          budget={budget}
          onDone={(rows) => told('offer', asking.asked, rows)}
        />
      ) : null}
    </>
  )
}
