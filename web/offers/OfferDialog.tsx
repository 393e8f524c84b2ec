import { useRef, useState } from 'react'
import type { Negotiation } from '#contract/offer-schemas.ts'
import { offerWords as say } from '#contract/offer-words.ts'
import { OFFER_LIMITS as limits, type OfferSide } from '#contract/offers.ts'
import { errorCode, messageOf } from '#web/api/errors.ts'
import { guarded } from '#web/forms/guarded.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { draftName, draftOf, readOffer } from './offer-input.ts'
import { OfferFields } from './OfferFields.tsx'
import { openOffer } from './offer-sides.ts'
import { useMakeOffer } from './use-offers.ts'
import { useSentId } from './use-sent-id.ts'

interface Props {
  negotiation: Negotiation
  reader: OfferSide
  /** The other side's name. */
  otherName: string
  onClose: () => void
}

/** Makes an offer or a counter-offer. The input is kept as a draft until it is sent. */
export function OfferDialog({ negotiation, reader, otherName, onClose }: Props) {
  const { application_id: applicationId, offers, terms } = negotiation
  // The offer that the dialog was opened for: if it changes meanwhile, sending is refused and the dialog says so.
  const [countered] = useState(() => openOffer(offers))
  const [refused, setRefused] = useState<string | null>(null)
  const make = useMakeOffer(applicationId)
  const kept = useKeptForm({
    draft: draftName(applicationId, countered),
    saved: draftOf(countered ?? terms),
    read: readOffer,
  })
  const { form, busy, question, submit, finish, showRefusal } = kept
  const idToSend = useSentId(
    kept,
    offers.filter(({ status }) => status !== 'open'),
  )

  const send = submit(async (input) => {
    setRefused(null)
    try {
      await make.mutateAsync({ ...input, id: idToSend(), answers: countered?.id ?? null })
      finish()
      toast.success(say.sent, say.sentText(otherName))
      onClose()
    } catch (failure) {
      // Sent with other terms before, and its response was lost: these become another offer if they are sent again.
      if (errorCode(failure) === 'offer.another') kept.forgetId()
      if (!showRefusal(failure)) setRefused(messageOf(failure))
    }
  })

  const guard = useRef<(() => void) | null>(null)
  const left = limits.most - offers.length
  return (
    <FormDialog
      title={countered ? say.counterTitle : say.makeTitle}
      subtitle={say.subtitle(otherName)}
      confirm={say.send}
      busyText={say.sending}
      busy={busy}
      question={question}
      onSubmit={(event) => guarded(event, guard, send)}
      onClose={onClose}
    >
      {refused ? <Notice tone="danger" role="alert" title={refused} /> : null}
      <OfferFields
        kept={kept}
        reader={reader}
        otherName={otherName}
        licence={negotiation.licence}
        briefItems={negotiation.brief_items}
        hoursHint={say.left(left)}
        guard={guard}
        send={send}
        onEdit={() => form.setFocus('note')}
      />
    </FormDialog>
  )
}
