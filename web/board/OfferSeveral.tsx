import { useRef, useState } from 'react'
import type { BulkRow } from '#contract/bulk-schemas.ts'
import type { Negotiation } from '#contract/offer-schemas.ts'
import { offerWords } from '#contract/offer-words.ts'
import { messageOf } from '#web/api/errors.ts'
import { newId } from '#web/api/new-id.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { guarded } from '#web/forms/guarded.ts'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { draftOf, type OfferDraft, readOffer } from '#web/offers/offer-input.ts'
import { OfferFields } from '#web/offers/OfferFields.tsx'
import { useOffers } from '#web/offers/use-offers.ts'
import type { Chosen } from '#web/seats/BulkHire.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { bulkWords as say } from './bulk-words.ts'
import { useOfferSeveral } from './use-bulk.ts'

interface Props {
  projectId: string
  chosen: readonly Chosen[]
  /** USD: what the project offers each. */
  budget: number
  onDone: (rows: readonly BulkRow[]) => void
  onClose: () => void
}

/** Makes the same offer to everyone who is selected. It starts with the project's own date and rounds. */
export function OfferSeveral(props: Props) {
  const query = useOffers(props.chosen[0]?.id ?? '')
  if (query.data) return <Form {...props} negotiation={query.data} />
  return (
    <Dialog open onClose={props.onClose} title={say.offerTitle(props.chosen.length)}>
      {query.isError ? (
        <FailedNotice query={query} failed={() => offerWords.loadFailed} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function Form({
  projectId,
  chosen,
  budget,
  onDone,
  onClose,
  negotiation,
}: Props & { negotiation: Negotiation }) {
  const make = useOfferSeveral(projectId)
  const [refused, setRefused] = useState<string | null>(null)
  const [saved] = useState((): OfferDraft => ({
    ...draftOf(negotiation.terms),
    price: String(budget),
    items: [],
  }))
  const idsOf = useIdsOf(chosen)
  const kept = useKeptForm({ draft: `offers-${projectId}`, saved, read: readOffer })
  const { form, busy, question, submit, finish, showRefusal } = kept
  const send = submit(async ({ price, deliver_by, rounds, note, hours, hire_at_once }) => {
    setRefused(null)
    const terms = { price, deliver_by, rounds, note, hours, hire_at_once }
    try {
      const { rows } = await make.mutateAsync({ ...terms, offers: idsOf(terms) })
      finish()
      onDone(rows)
    } catch (failure) {
      if (!showRefusal(failure)) setRefused(messageOf(failure))
    }
  })
  const guard = useRef<(() => void) | null>(null)
  return (
    <FormDialog
      title={say.offerTitle(chosen.length)}
      subtitle={say.offerSubtitle(chosen.map(({ name }) => name))}
      confirm={say.offer(chosen.length)}
      busyText={offerWords.sending}
      busy={busy}
      question={question}
      onSubmit={(event) => guarded(event, guard, send)}
      onClose={onClose}
    >
      {refused ? <Notice tone="danger" role="alert" title={refused} /> : null}
      <OfferFields
        kept={kept}
        reader="seller"
        otherName={say.everyone}
        licence={negotiation.licence}
        briefItems={null}
        guard={guard}
        send={send}
        onEdit={() => form.setFocus('note')}
      />
    </FormDialog>
  )
}

/** One id per offer for each set of terms: sending them again after a lost response makes the same offers. */
function useIdsOf(chosen: readonly Chosen[]) {
  const last = useRef({ terms: '', ids: new Map<string, string>() })
  return (input: object) => {
    const terms = JSON.stringify(input)
    if (last.current.terms !== terms) last.current = { terms, ids: new Map() }
    const { ids } = last.current
    return chosen.map(({ id: application_id }) => {
      const id = ids.get(application_id) ?? newId()
      ids.set(application_id, id)
      return { id, application_id }
    })
  }
}
