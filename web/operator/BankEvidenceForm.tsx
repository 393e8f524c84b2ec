import { type FormEvent, useState } from 'react'
import type { BankEvidence } from '#contract/bank-dispute-schemas.ts'
import {
  BANK_EVIDENCE_FIELDS,
  BANK_EVIDENCE_LIMITS,
  type BankEvidenceField,
  bankDisputeMessages as say,
  bankDisputeWords as words,
  bankEvidenceWords,
} from '#contract/bank-disputes.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './Console.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useAct } from './use-console.ts'

/** Fields up to the first number of characters are one line, those above the second are tall. */
const LINE_MOST = 254
const SHORT_MOST = 1_500

interface Props {
  paymentId: string
  /** As drafted by the server; with `again`, as it was sent. */
  evidence: BankEvidence
  /** It was sent without a response: the same must be sent again, unchanged. */
  again: boolean
}

/** The evidence for the bank, edited and sent once. Input is kept until then. */
export function BankEvidenceForm({ paymentId, evidence, again }: Props) {
  const form = `bank-evidence-${paymentId}`
  // The draft from when the form opened; a later response does not change what is typed.
  const [drawnUp] = useState(evidence)
  const restored = useRestored(form, drawnUp)
  const [typed, setTyped] = useState(again ? drawnUp : restored)
  const unsaved = useUnsaved(form, drawnUp, typed)
  const [error, setError] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const send = useAct('operator.send_bank_evidence')

  function ask(event: FormEvent) {
    event.preventDefault()
    const missing = typed.product_description.trim() === ''
    setError(missing ? say.descriptionRequired : null)
    if (missing) focusFirstError()
    else setAsking(true)
  }

  async function confirm(reason: string) {
    await send.mutateAsync({ params: { id: paymentId }, body: { evidence: typed, reason } })
    unsaved.finish()
  }

  return (
    <form className={`card ${styles.decide}`} onSubmit={ask} noValidate>
      {unsaved.question}
      {BANK_EVIDENCE_FIELDS.map((name) => (
        <EvidenceField
          key={name}
          name={name}
          value={typed[name]}
          error={name === 'product_description' ? error : null}
          readOnly={again}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <div>
        <Button type="submit" variant="primary">
          {again ? words.sendAgain : words.send}
        </Button>
      </div>
      {asking ? (
        <ReasonDialog
          title={words.ask}
          confirm={again ? words.sendAgain : words.send}
          done={words.done}
          act={confirm}
          onClose={() => setAsking(false)}
        >
          <p className="muted">{words.final}</p>
        </ReasonDialog>
      ) : null}
    </form>
  )
}

function EvidenceField(props: {
  name: BankEvidenceField
  value: string
  error: string | null
  readOnly: boolean
  onChange: (value: string) => void
}) {
  const { name, value, error, readOnly, onChange } = props
  const { label, hint } = bankEvidenceWords[name]
  const most = BANK_EVIDENCE_LIMITS[name]
  const control = { value, maxLength: most, readOnly }
  return (
    <Field label={label} hint={hint} error={error} required={name === 'product_description'}>
      {most <= LINE_MOST ? (
        <TextInput {...control} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextArea
          {...control}
          rows={most <= SHORT_MOST ? 4 : 8}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
