import { useState } from 'react'
import type { DealAmendments } from '#contract/amendment-schemas.ts'
import { amendmentWords as say } from '#contract/amendment-words.ts'
import { AMENDMENT_LIMITS as limits, type AmendmentSide, isPending } from '#contract/amendments.ts'
import { OFFER_HOURS } from '#contract/offers.ts'
import { centsFromText } from '#contract/amount-text.ts'
import { formatUsd } from '#contract/money.ts'
import { errorCode, messageOf } from '#web/api/errors.ts'
import type { BriefSection } from '#web/briefs/brief-form.ts'
import { briefFormWords } from '#web/briefs/brief-form-words.ts'
import { briefProblems } from '#web/briefs/brief-input.ts'
import { GetFields, GoalFields, ProductFields, SayFields } from '#web/briefs/BriefFields.tsx'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import { useSentId } from '#web/offers/use-sent-id.ts'
import { useMinimumHint } from '#web/page/use-minimum-hint.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { earliestDeadline } from '#web/ui/dates.ts'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { useNow } from '#web/page/use-now.ts'
import styles from './Amendment.module.css'
import {
  agreedChanges,
  dateSentence,
  draftName,
  draftOf,
  readAmendment,
  roundChoices,
} from './amendment-input.ts'
import { dealSplit } from './deal-net.ts'
import { HeldParts } from './HeldParts.tsx'
import { useProposeAmendment } from './use-amendments.ts'

interface Props {
  deal: DealAmendments
  reader: AmendmentSide
  /** The other side's name. */
  otherName: string
  onClose: () => void
}

/** Proposes another price, date or brief, or more rounds. What is typed is kept as a draft until it is sent. */
export function ProposeDialog({ deal, reader, otherName, onClose }: Props) {
  // The deal as it was when the dialog opened: if the terms change meanwhile, the proposal is refused and the dialog
  // says so.
  const [begun] = useState(deal)
  const { terms, held } = begun
  const agreed = { terms, held, price_fixed: deal.price_fixed }
  const [refused, setRefused] = useState<string | null>(null)
  const propose = useProposeAmendment(deal.project_id)
  const priceHint = useMinimumHint(
    held === null ? say.priceHint : say.priceHintHeld(formatUsd(held)),
  )
  const now = useNow()
  const kept = useKeptForm({
    draft: draftName(begun),
    saved: draftOf(terms),
    read: (draft) => readAmendment(draft, agreed),
  })
  const { form, typed, sentences, busy, question, submit, finish, showRefusal } = kept
  const idToSend = useSentId(
    kept,
    deal.amendments.filter(({ status }) => !isPending(status)),
  )
  // From the first refusal on, each problem is shown for as long as it exists.
  const [asked, setAsked] = useState(false)
  if (sentences.brief && !asked) setAsked(true)
  const section: BriefSection = {
    brief: typed.brief,
    set: (key, value) => form.setValue('brief', { ...typed.brief, [key]: value }),
    problems: asked ? briefProblems(typed.brief) : {},
    locked: false,
  }

  const send = submit(async (input) => {
    setRefused(null)
    try {
      await propose.mutateAsync({ ...input, id: idToSend(), agreed: agreedChanges(begun) })
      finish()
      toast.success(say.sent, say.sentText(otherName))
      onClose()
    } catch (failure) {
      // Sent with other changes before, and its response was lost: these become another proposal if they are sent again.
      if (errorCode(failure) === 'amendment.another') kept.forgetId()
      if (!showRefusal(failure)) setRefused(messageOf(failure))
    }
  })

  return (
    <FormDialog
      title={say.dialogTitle}
      subtitle={say.subtitle(otherName)}
      wide={typed.with_brief}
      confirm={say.send}
      busyText={say.sending}
      busy={busy}
      question={question}
      onSubmit={send}
      onClose={onClose}
    >
      {refused ? <Notice tone="danger" role="alert" title={refused} /> : null}
      {deal.price_fixed === null ? (
        <>
          <Field label={say.priceLabel} hint={priceHint} required error={sentences.price}>
            <PriceInput className="strong" {...form.register('price')} />
          </Field>
          <PriceBreakdown
            priceCents={centsFromText(typed.price)}
            terms={terms.fee_terms}
            split={dealSplit(centsFromText(typed.price) ?? 0, deal)}
            priceLabel={say.price}
            receiveLabel={say.net[reader === 'creator' ? 'you' : 'they']}
            live
            well
          />
          <div aria-live="polite">
            <HeldParts
              held={held}
              priceCents={centsFromText(typed.price)}
              reader={reader}
              otherName={otherName}
            />
          </div>
        </>
      ) : null}
      <Field
        label={say.dateLabel}
        required
        error={dateSentence(sentences.deliver_by, typed, agreed)}
      >
        <TextInput type="date" min={earliestDeadline(now)} {...form.register('deliver_by')} />
      </Field>
      {typed.with_brief ? null : (
        <Field label={say.roundsLabel} hint={say.roundsHint} error={sentences.rounds}>
          <Select {...form.register('rounds')}>
            {roundChoices(terms.rounds).map((rounds) => (
              <option key={rounds}>{rounds}</option>
            ))}
          </Select>
        </Field>
      )}
      {terms.brief === null ? null : (
        <Checkbox label={say.briefLabel} hint={say.briefHint} {...form.register('with_brief')} />
      )}
      {typed.with_brief ? (
        <div className={`stack ${styles.brief}`}>
          {sentences.brief ? <FieldError>{sentences.brief}</FieldError> : null}
          <h3>{briefFormWords.headings.get}</h3>
          <GetFields {...section} />
          <h3>{briefFormWords.headings.goal}</h3>
          <GoalFields {...section} />
          <h3>{briefFormWords.headings.say}</h3>
          <SayFields {...section} />
          <h3>{briefFormWords.headings.product}</h3>
          <ProductFields {...section} />
        </div>
      ) : null}
      <Field label={say.noteLabel} hint={say.noteHint} error={sentences.note}>
        <TextArea rows={3} maxLength={limits.note} {...form.register('note')} />
      </Field>
      <Field label={say.hoursLabel} error={sentences.hours}>
        <Select {...form.register('hours')}>
          {OFFER_HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {say.hours(hours)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}
