import { type FormEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import { orderMessages } from '#contract/package-orders.ts'
import type { ShownPackage } from '#contract/package-schemas.ts'
import { packageTotals } from '#contract/packages.ts'
import { paths } from '#contract/paths.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { ApiError, errorCode, messageOf } from '#web/api/errors.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { packageWords } from '#web/packages/package-words.ts'
import { usePaymentMethods } from '#web/payment-methods/use-payment-methods.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { CheckStep } from './CheckStep.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { type Consent, consentedCard, stillOffered, TOLD, toldProblems } from './order-choice.ts'
import styles from '#web/orders/Order.module.css'
import { orderWords } from '#web/orders/order-words.ts'
import { type Told, TellStep } from './TellStep.tsx'
import { usePlaceOrder } from '#web/orders/use-orders.ts'

/**
 * What a reload restores. Excludes the card: choosing it is the consent to a charge, which covers only what is on
 * screen.
 */
interface OrderDraft extends Told {
  chosen: readonly string[]
  step: number
}

const NOTHING: OrderDraft = { words: '', links: '', question: '', chosen: [], step: 0 }

/** Choose, tell, check: three steps in one column, with the total visible. Nothing is sent before the last step. */
export function OrderForm({ creator, offer }: { creator: ShownProfile; offer: ShownPackage }) {
  const draft = `package-order-${offer.id}`
  const start = useRestored(draft, NOTHING)
  // The step requires a text, and a restored draft may have lost it.
  const [step, setStep] = useState(start.words.trim() === '' ? Math.min(start.step, 1) : start.step)
  const [ticked, setTicked] = useState(start.chosen)
  const chosen = stillOffered(offer, ticked)
  const { words, links, question } = start
  const form = useForm<Told>({ defaultValues: { words, links, question } })
  const typed = useWatch({ control: form.control }) as Told
  const isEmpty = chosen.length === 0 && !TOLD.some((name) => typed[name] !== '')
  // A step alone is not unsaved input: leaving needs no confirmation.
  const unsaved = useUnsaved(draft, NOTHING, { ...typed, chosen, step: isEmpty ? 0 : step })
  /** Always chosen by hand, never preset: it is the consent to a charge. */
  const [consent, setConsent] = useState<Consent | null>(null)
  const { data: cards = [] } = usePaymentMethods()
  const place = usePlaceOrder(offer.id)
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const totals = packageTotals(offer, chosen)
  const card = consentedCard(consent, totals.price)

  /** Lets screen readers announce the step. */
  function turnTo(next: number) {
    setStep(next)
    requestAnimationFrame(() => heading.current?.focus())
  }

  async function go(event: FormEvent) {
    event.preventDefault()
    if (place.isPending) return
    const told = form.getValues()
    if (step === 1 && told.words.trim() === '')
      return form.setError('words', { message: orderMessages.words }, { shouldFocus: true })
    form.clearErrors()
    if (step < 2) return turnTo(step + 1)
    try {
      const order = await place.mutateAsync({
        id: unsaved.idToSend(),
        add_ons: [...chosen],
        words: told.words,
        links: told.links.split(/\s+/).filter((link) => link !== ''),
        question: told.question,
        price: totals.price,
        days: totals.days,
        payment_method_id: card,
      })
      unsaved.finish()
      // An order that is found again may have been answered.
      if (order.status === 'waiting') toast.success(orderWords.placed)
      await navigate(paths.packageOrder(order.id), { replace: true })
    } catch (error) {
      if (errorCode(error) === 'package_order.already_placed') return
      const problems = error instanceof ApiError ? toldProblems(error.fields) : []
      for (const { name, message } of problems) form.setError(name, { message })
      if (problems.length > 0) turnTo(1)
      toast.error(messageOf(error))
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void go(event)}>
      <header>
        <p className="sm muted">{orderWords.step(step + 1, orderWords.steps[step] ?? '')}</p>
        <h1 ref={heading} tabIndex={-1}>
          {step === 0 ? offer.title : step === 1 ? orderWords.tell : orderWords.check}
        </h1>
        {step === 0 ? <p className="muted">{orderWords.by(creator.name)}</p> : null}
        <ol className={styles.steps} aria-hidden="true">
          {orderWords.steps.map((name, at) => (
            <li key={name} data-done={at <= step ? '' : undefined}>
              {name}
            </li>
          ))}
        </ol>
      </header>
      {step === 0 ? <ChooseStep offer={offer} chosen={chosen} onChoose={setTicked} /> : null}
      {step === 1 ? <TellStep creator={creator} form={form} /> : null}
      {step === 2 ? (
        <CheckStep
          {...{ creator, offer, chosen, totals, cards }}
          told={form.getValues()}
          card={card}
          onCard={(id) => setConsent(id === null ? null : { card: id, price: totals.price })}
        />
      ) : null}
      <div className={styles.total} aria-live="polite">
        <span>Total</span>
        <span className="num">
          <strong>{formatUsd(totals.price)}</strong>{' '}
          <span className="sm muted">in {packageWords.days(totals.days)}</span>
        </span>
      </div>
      {place.variables && errorCode(place.error) === 'package_order.already_placed' ? (
        <Notice
          role="alert"
          title={messageOf(place.error)}
          actions={
            <ButtonLink size="sm" to={paths.packageOrder(place.variables.id)}>
              {orderWords.open}
            </ButtonLink>
          }
        />
      ) : null}
      <div className={styles.acts}>
        {step === 0 ? (
          <ButtonLink variant="quiet" to={paths.publicProfile(creator.id)}>
            Cancel
          </ButtonLink>
        ) : (
          <Button variant="quiet" disabled={place.isPending} onClick={() => turnTo(step - 1)}>
            Back
          </Button>
        )}
        <Button type="submit" variant="primary" busy={place.isPending} busyText="Ordering...">
          {step < 2 ? 'Continue' : orderWords.place}
        </Button>
      </div>
      {unsaved.question}
    </form>
  )
}
