import { CircleCheck } from 'lucide-react'
import { use, useRef, useState } from 'react'
import {
  APPLICATION_LIMITS,
  applicationMessages as say,
  preparationWords as preparation,
  PRICE_RULE,
} from '#contract/applications.ts'
import { centsFromText } from '#contract/amount-text.ts'
import { minimumPriceWords } from '#contract/minimum-price.ts'
import { formatUsd } from '#contract/money.ts'
import { payoutMessages } from '#contract/payout-words.ts'
import { payoutState } from '#contract/payouts.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { ApiError, mayPass, messageOf } from '#web/api/errors.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import { usePayoutReturn } from '#web/payouts/use-payout-return.ts'
import { usePayoutAccount } from '#web/payouts/use-payouts.ts'
import { shopName } from '#web/projects/project-words.ts'
import { guarded } from '#web/forms/guarded.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import styles from './Application.module.css'
import { APPLICATION_ID } from './application-id.ts'
import { emptyDraft, readApplication } from './application-input.ts'
import { useSubmitApplication } from './use-submit-application.ts'

const NoteSafety = lazyComponent(
  async () => (await import('#web/safety/NoteSafety.tsx')).NoteSafety,
  null,
  'creator',
)

/** Only where the project states a licence of its own; its page says the standard one. */
const LicenceLine = lazyComponent(
  async () => (await import('#web/licences/LicenceLine.tsx')).LicenceLine,
  null,
  'creator',
)

/**
 * Applies to a project. Disabled until the payout account is ready (SPEC §5); input survives a failure. Until then a
 * creator may choose to prepare: their text is kept, and only sending has to wait.
 */
// Most applicants can be paid already, so this loads only when needed.
const PayoutNotice = lazyComponent(
  async () => (await import('#web/payouts/PayoutNotice.tsx')).PayoutNotice,
  <Pending />,
  'creator',
)

export function ApplicationForm({ project }: { project: ProjectDetail }) {
  const account = usePayoutAccount()
  const feeTerms = useFeeTerms()
  const { minimumPrice } = use(PageFactsContext)
  const apply = useSubmitApplication(project.id)
  const { form, typed, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `apply-${project.id}`,
    saved: emptyDraft,
    read: readApplication,
  })
  const ready = account.data !== undefined && payoutState(account.data) === 'connected'
  const waits = account.data !== undefined && !ready
  const [begun, setBegun] = useState(() => typed.message + typed.proposed_price !== '')
  const preparing = waits && begun
  const open = ready || preparing
  usePayoutReturn(APPLICATION_ID)
  // Connected: the notice has gone, and the message comes next.
  useKeptFocus(ready ? 'ready' : null, () =>
    document.querySelector<HTMLElement>(`#${APPLICATION_ID} textarea`),
  )

  function prepare() {
    setBegun(true)
    // Focus works only once the field is no longer disabled.
    requestAnimationFrame(() => form.setFocus('message'))
  }

  const send = submit(async (input) => {
    if (!ready) return
    try {
      await apply.mutateAsync(input)
      finish()
      toast.success('Application Submitted', `${shopName(project.seller)} will see it now.`)
    } catch (error) {
      if (!showRefusal(error)) complain(error)
    }
  })

  const guard = useRef<(() => void) | null>(null)

  return (
    <form
      className={styles.form}
      onSubmit={(event) => guarded(event, guard, send)}
      noValidate
      aria-busy={account.isPending}
    >
      {question}
      {account.isError && account.data === undefined ? (
        <FailedNotice query={account} failed={() => 'Your payout account could not be loaded'} />
      ) : null}
      {account.data === undefined || ready ? null : (
        <PayoutNotice account={account.data} projectId={project.id} />
      )}
      {waits && !begun ? (
        <div className={styles.prepare}>
          <Button size="sm" onClick={prepare}>
            {preparation.begin}
          </Button>
          <p className="sm muted">{preparation.beginHint}</p>
        </div>
      ) : null}
      <Field label="Message" error={sentences.message} required disabled={!open}>
        <TextArea rows={4} maxLength={APPLICATION_LIMITS.message} {...form.register('message')} />
      </Field>
      <Field
        label="Proposed price"
        error={sentences.proposed_price}
        required
        disabled={!open}
        hint={`Budget is ${formatUsd(project.budget)}. ${minimumPriceWords(minimumPrice ?? PRICE_RULE.leastCents)}`}
      >
        <PriceInput className="strong" {...form.register('proposed_price')} />
      </Field>
      {project.licence ? <LicenceLine terms={project.licence} /> : null}
      <NoteSafety
        guard={guard}
        text={typed.message}
        sender={'creator'}
        name={shopName(project.seller)}
        send={send}
        onEdit={() => form.setFocus('message')}
      />
      <PriceBreakdown priceCents={centsFromText(typed.proposed_price)} terms={feeTerms} live well />
      <Button
        type="submit"
        variant="primary"
        block
        className={styles.submit}
        disabled={!ready}
        busy={busy}
      >
        Apply to This Project
      </Button>
      {preparing ? (
        <p className="sm muted" role="status">
          {preparation.kept}
        </p>
      ) : null}
      {ready ? (
        <div className={`row sm muted ${styles.connected}`}>
          <CircleCheck size={18} aria-hidden="true" />
          {payoutMessages.connectedTitle}
        </div>
      ) : null}
    </form>
  )
}

/** A failure that concerns no field is shown as one toast. */
function complain(error: unknown) {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'request.unauthenticated') return toast.error(say.signInRequired)
  if (code === 'application.payout_setup_required')
    return toast.error(say.payoutTitle, say.payoutBody)
  toast.error(
    'Failed to submit application. Please try again.',
    mayPass(error) ? undefined : messageOf(error),
  )
}
