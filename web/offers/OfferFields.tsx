import type { RefObject } from 'react'
import { centsFromText } from '#contract/amount-text.ts'
import type { BriefItem } from '#contract/briefs.ts'
import type { Negotiation } from '#contract/offer-schemas.ts'
import { offerWords as say } from '#contract/offer-words.ts'
import { OFFER_HOURS, OFFER_LIMITS as limits, type OfferSide } from '#contract/offers.ts'
import type { KeptForm } from '#web/forms/use-kept-form.tsx'
import { LicenceLine } from '#web/licences/LicenceLine.tsx'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'
import { useMinimumHint } from '#web/page/use-minimum-hint.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { earliestDeadline } from '#web/ui/dates.ts'
import { Field } from '#web/ui/Field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { useNow } from '#web/page/use-now.ts'
import type { OfferDraft, OfferInput } from './offer-input.ts'
import styles from './Offer.module.css'
import { OfferItems } from './OfferItems.tsx'

const NoteSafety = lazyComponent(
  async () => (await import('#web/safety/NoteSafety.tsx')).NoteSafety,
  null,
  'nobody',
)

interface Props {
  kept: Pick<KeptForm<OfferDraft, OfferInput>, 'form' | 'typed' | 'sentences'>
  reader: OfferSide
  /** The person who reads the note, named in the line about its safety. */
  otherName: string
  licence: Negotiation['licence']
  /**
   * The items that the brief asks for, where the offer may name other pieces; null where it leaves them to the brief.
   */
  briefItems: BriefItem[] | null
  /** Shown beside the time that the offer stays open. */
  hoursHint?: string
  guard: RefObject<(() => void) | null>
  send: () => void
  onEdit: () => void
}

/** The fields for an offer's terms, to one person or to several. */
export function OfferFields(props: Props) {
  const { kept, reader, otherName, licence, briefItems, hoursHint, guard, send, onEdit } = props
  const { form, typed, sentences } = kept
  const fee = useFeeTerms()
  const now = useNow()
  return (
    <>
      <Field label={say.price} required error={sentences.price} hint={useMinimumHint()}>
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
      <LicenceLine terms={licence} />
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
      {briefItems ? (
        <OfferItems
          briefItems={briefItems}
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
        onEdit={onEdit}
      />
      <Field label={say.hoursLabel} hint={hoursHint} error={sentences.hours}>
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
    </>
  )
}
