import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { BankEvidence } from '#contract/bank-dispute-schemas.ts'
import {
  BANK_EVIDENCE_FIELDS,
  BANK_EVIDENCE_LIMITS,
  type BankEvidenceField,
  bankDisputeMessages as say,
  bankDisputeWords as words,
  bankEvidenceWords,
} from '#contract/bank-disputes.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './Console.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useAct } from './use-console.ts'

/** Fields up to the first number of characters take one line, those above the second are tall. */
const LINE_MOST = 254
const SHORT_MOST = 1_500

interface Props {
  paymentId: string
  /** As drafted by the server; with `again`, as it was sent. */
  evidence: BankEvidence
  /** It was sent without a response: the same evidence must be sent again, unchanged. */
  again: boolean
}

/** The evidence for the bank, edited and sent once. Input is kept until then. */
export function BankEvidenceForm({ paymentId, evidence, again }: Props) {
  // The draft from when the form opened; a later response does not change what is typed.
  const [drawnUp] = useState(evidence)
  const { form, typed, sentences, question, submit, finish } = useKeptForm({
    // A repeated send sends the same evidence as before, whatever was typed meanwhile.
    draft: again ? `bank-evidence-again-${paymentId}` : `bank-evidence-${paymentId}`,
    saved: drawnUp,
    read: readEvidence,
  })
  const [asking, setAsking] = useState(false)
  const send = useAct('operator.send_bank_evidence')

  async function confirm(reason: string) {
    await send.mutateAsync({ params: { id: paymentId }, body: { evidence: typed, reason } })
    finish()
  }

  return (
    <>
      <form className={`card ${styles.decide}`} onSubmit={submit(() => setAsking(true))} noValidate>
        {question}
        {BANK_EVIDENCE_FIELDS.map((name) => (
          <EvidenceField
            key={name}
            name={name}
            field={form.register(name)}
            error={sentences[name]}
            readOnly={again}
          />
        ))}
        <div>
          <Button type="submit" variant="primary">
            {again ? words.sendAgain : words.send}
          </Button>
        </div>
      </form>
      {/* Beside the form, not in it: a submit of the dialog's form would reach this form too. */}
      {asking ? (
        <ReasonDialog
          draft={`send-bank-evidence-${paymentId}`}
          title={words.ask}
          confirm={again ? words.sendAgain : words.send}
          done={words.done}
          act={confirm}
          onClose={() => setAsking(false)}
        >
          <p className="muted">{words.final}</p>
        </ReasonDialog>
      ) : null}
    </>
  )
}

function readEvidence(typed: BankEvidence): Reading<BankEvidence, BankEvidence> {
  return typed.product_description.trim() === ''
    ? { input: null, errors: { product_description: say.descriptionRequired } }
    : { input: typed, errors: null }
}

function EvidenceField(props: {
  name: BankEvidenceField
  field: UseFormRegisterReturn
  error: string | undefined
  readOnly: boolean
}) {
  const { name, field, error, readOnly } = props
  const { label, hint } = bankEvidenceWords[name]
  const most = BANK_EVIDENCE_LIMITS[name]
  const control = { ...field, maxLength: most, readOnly }
  return (
    <Field label={label} hint={hint} error={error} required={name === 'product_description'}>
      {most <= LINE_MOST ? (
        <TextInput {...control} />
      ) : (
        <TextArea {...control} rows={most <= SHORT_MOST ? 4 : 8} />
      )}
    </Field>
  )
}
