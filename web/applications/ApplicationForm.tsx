import { CircleCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { APPLICATION_LIMITS, applicationMessages as say } from '#contract/applications.ts'
import { centsFromText } from '#contract/amount-text.ts'
import { formatUsd } from '#contract/money.ts'
import { payoutMessages, payoutState } from '#contract/payouts.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ApiError, mayPass, messageOf } from '#web/api/errors.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { PayoutNotice } from '#web/payouts/PayoutNotice.tsx'
import { usePayoutAccount } from '#web/payouts/use-payouts.ts'
import { shopName } from '#web/projects/project-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Application.module.css'
import { readApplication, type ApplicationFieldErrors } from './application-input.ts'
import { useSubmitApplication } from './use-applications.ts'

const EMPTY = { message: '', price: '' }
const minimum = formatUsd(APPLICATION_LIMITS.minimumPriceUsd)

/** Applies to a project. Disabled until the payout account is ready (SPEC §5); input survives a failure. */
export function ApplicationForm({ project }: { project: ProjectDetail }) {
  const account = usePayoutAccount()
  const feeTerms = useFeeTerms()
  const submit = useSubmitApplication(project.id)
  const form = `apply-${project.id}`
  const start = useRestored(form, EMPTY)
  const [message, setMessage] = useState(start.message)
  const [price, setPrice] = useState(start.price)
  const unsaved = useUnsaved(form, EMPTY, { message, price })
  const [errors, setErrors] = useState<ApplicationFieldErrors>({})
  const ready = account.data !== undefined && payoutState(account.data) === 'connected'

  function send(event: FormEvent) {
    event.preventDefault()
    if (!ready || submit.isPending) return
    const read = readApplication({ message, price })
    setErrors(read.errors ?? {})
    if (read.input === null) return focusFirstError()
    onSettled(submit.mutateAsync(read.input), {
      onSuccess: () => {
        unsaved.finish()
        toast.success('Application Submitted', `${shopName(project.seller)} will see it now.`)
      },
      onError: (error) => {
        setErrors(tell(error))
        focusFirstError()
      },
    })
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate aria-busy={account.isPending}>
      {unsaved.question}
      {account.isError && account.data === undefined ? (
        <FailedNotice query={account} failed={() => 'Your payout account could not be loaded'} />
      ) : null}
      {account.data === undefined || ready ? null : <PayoutNotice account={account.data} />}
      <Field label="Message" error={errors.message} required disabled={!ready}>
        <TextArea
          rows={4}
          maxLength={APPLICATION_LIMITS.message}
          value={message}
          onChange={(event) => {
            setMessage(event.target.value)
            setErrors((now) => ({ ...now, message: undefined }))
          }}
        />
      </Field>
      <Field
        label="Proposed price"
        error={errors.proposed_price}
        required
        disabled={!ready}
        hint={`Budget is ${formatUsd(project.budget)}. The minimum is ${minimum}.`}
      >
        <PriceInput
          className="strong"
          value={price}
          onChange={(event) => {
            setPrice(event.target.value)
            setErrors((now) => ({ ...now, proposed_price: undefined }))
          }}
        />
      </Field>
      <PriceBreakdown priceCents={centsFromText(price)} terms={feeTerms} live well />
      <Button
        type="submit"
        variant="primary"
        block
        className={styles.submit}
        disabled={!ready}
        busy={submit.isPending}
      >
        Apply to This Project
      </Button>
      {ready ? (
        <div className={`row sm muted ${styles.connected}`}>
          <CircleCheck size={18} aria-hidden="true" />
          {payoutMessages.connectedTitle}
        </div>
      ) : null}
    </form>
  )
}

/** Field errors appear at their fields, everything else as one toast. */
function tell(error: unknown): ApplicationFieldErrors {
  if (error instanceof ApiError) {
    const { message, proposed_price } = error.fields
    if (message || proposed_price) return { message, proposed_price }
    if (error.code === 'request.unauthenticated') {
      toast.error(say.signInRequired)
      return {}
    }
    if (error.code === 'application.payout_setup_required') {
      toast.error(say.payoutTitle, say.payoutBody)
      return {}
    }
  }
  toast.error(
    'Failed to submit application. Please try again.',
    mayPass(error) ? undefined : messageOf(error),
  )
  return {}
}
