import { useRef, useState } from 'react'
import { centsFromText } from '#contract/amount-text.ts'
import type { Negotiation } from '#contract/offer-schemas.ts'
import { offerWords as say } from '#contract/offer-words.ts'
import { OFFER_HOURS, OFFER_LIMITS as limits, type OfferSide } from '#contract/offers.ts'
import { messageOf } from '#web/api/errors.ts'
import { newId } from '#web/api/new-id.ts'
import { guarded } from '#web/forms/guarded.ts'
import { LicenceLine } from '#web/licences/LicenceLine.tsx'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { earliestDeadline } from '#web/ui/dates.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { Select } from '#web/ui/Select.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { useNow } from '#web/ui/use-now.ts'
import { draftOf, type OfferInput, readOffer } from './offer-input.ts'
import { OfferItems } from './OfferItems.tsx'
import { openOffer } from './offer-sides.ts'
import styles from './Offer.module.css'
import { useMakeOffer } from './use-offers.ts'

const NoteSafety = lazyComponent(
  async () => (await import('#web/safety/NoteSafety.tsx')).NoteSafety,
  null,
  'nobody',
)

interface Props {
  negotiation: Negotiation
  reader: OfferSide
  /** The other side's name. */
  otherName: string
  onClose: () => void
}

/** Makes an offer or a counter-offer. What is typed is kept as a draft until it is sent. */
export function OfferDialog({ negotiation, reader, otherName, onClose }: Props) {
  const { application_id: applicationId, offers, terms } = negotiation
  // What it was opened for: an offer that changes meanwhile is refused, and said.
  const [countered] = useState(() => openOffer(offers))
  const [refused, setRefused] = useState<string | null>(null)
  const make = useMakeOffer(applicationId)
  const fee = useFeeTerms()
  const now = useNow()
  const idOf = useIdOf()
  const { form, typed, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `offer-${applicationId}`,
    saved: draftOf(countered ?? terms),
    read: readOffer,
  })

  const send = submit(async (input) => {
    setRefused(null)
    try {
      await make.mutateAsync({ ...input, id: idOf(input), answers: countered?.id ?? null })
      finish()
      toast.success(say.sent, say.sentText(otherName))
      onClose()
    } catch (failure) {
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
      <Field label={say.price} required error={sentences.price}>
        <PriceInput className="strong" {...form.register('price')} />
      </Field>
      <PriceBreakdown
        priceCents={centsFromText(typed.price)}
        terms={fee}
        priceLabel={say.price}
        receiveLabel={say.net[reader === 'creator' ? 'you' : 'they']}
        live
        well
      />
      <LicenceLine terms={negotiation.licence} />
      <div className={styles.pair}>
        <Field label={say.deliverBy} required error={sentences.deliver_by}>
          <TextInput type="date" min={earliestDeadline(now)} {...form.register('deliver_by')} />
        </Field>
        <Field label={say.rounds} error={sentences.rounds}>
          <Select {...form.register('rounds')}>
            {Array.from({ length: limits.rounds.most + 1 }, (_, rounds) => (
              <option key={rounds}>{rounds}</option>
            ))}
          </Select>
        </Field>
      </div>
      {negotiation.brief_items ? (
        <OfferItems
          briefItems={negotiation.brief_items}
          items={typed.items}
          error={sentences.items}
          onChange={(items) => form.setValue('items', items)}
        />
      ) : null}
      <Field label={say.noteLabel} hint={say.noteHint} error={sentences.note}>
        <TextArea rows={3} maxLength={limits.note} {...form.register('note')} />
      </Field>
      <NoteSafety
        guard={guard}
        text={typed.note}
        sender={reader}
        name={otherName}
        send={send}
        onEdit={() => form.setFocus('note')}
      />
      <Field label={say.hoursLabel} hint={say.left(left)} error={sentences.hours}>
        <Select {...form.register('hours')}>
          {OFFER_HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {say.hours(hours)}
            </option>
          ))}
        </Select>
      </Field>
      {reader === 'seller' ? (
        <Checkbox
          label={say.hireAtOnce}
          hint={say.hireAtOnceHint}
          {...form.register('hire_at_once')}
        />
      ) : null}
    </FormDialog>
  )
}

/** One id for one set of terms: sending the same again after a lost answer is the same offer. */
function useIdOf(): (input: OfferInput) => string {
  const last = useRef({ terms: '', id: '' })
  return (input) => {
    const terms = JSON.stringify(input)
    if (last.current.terms !== terms) last.current = { terms, id: newId() }
    return last.current.id
  }
}
