import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import { orderMessages } from '#contract/package-orders.ts'
import type { ShownPackage } from '#contract/package-schemas.ts'
import { packageTotals } from '#contract/packages.ts'
import { paths } from '#contract/paths.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { packageWords } from '#web/packages/package-words.ts'
import { usePaymentMethods } from '#web/payment-methods/use-payment-methods.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { toast } from '#web/ui/toast.ts'
import { CheckStep } from './CheckStep.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import styles from './Order.module.css'
import { orderWords } from './order-words.ts'
import { type Told, TellStep } from './TellStep.tsx'
import { usePlaceOrder } from './use-orders.ts'

/** Choose, tell, check: one column, with the total in sight. Nothing is sent before the last step. */
export function OrderForm({ creator, offer }: { creator: ShownProfile; offer: ShownPackage }) {
  const [step, setStep] = useState(0)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [told, setTold] = useState<Told>({ words: '', links: '', question: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [card, setCard] = useState<string | null | undefined>()
  /** Of this order: a second click finds the first. */
  const [orderId, setOrderId] = useState(() => crypto.randomUUID())
  const { data: cards = [] } = usePaymentMethods()
  const place = usePlaceOrder(offer.id)
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const totals = packageTotals(offer, chosen)
  const preset = (cards.find((one) => one.is_default) ?? cards[0])?.id ?? null
  const payBy = card === undefined ? preset : card

  const isFirst = useRef(true)
  useEffect(() => {
    // Whoever reads by ear hears which step it is; not on arrival.
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [step])

  async function go(event: FormEvent) {
    event.preventDefault()
    if (place.isPending) return
    if (step === 1 && told.words.trim() === '') return setErrors({ words: orderMessages.words })
    if (step < 2) {
      setErrors({})
      return setStep(step + 1)
    }
    try {
      const order = await place.mutateAsync({
        id: orderId,
        add_ons: [...chosen],
        words: told.words,
        links: told.links.split(/\s+/).filter((link) => link !== ''),
        question: told.question,
        price: totals.price,
        days: totals.days,
        payment_method_id: payBy,
      })
      toast.success(orderWords.placed)
      await navigate(paths.packageOrder(order.id), { replace: true })
    } catch (error) {
      // What is sent next may be another order: only an answered one is found again by its id.
      if (error instanceof ApiError) setOrderId(crypto.randomUUID())
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(
        Object.fromEntries(
          Object.entries(fields).map(([path, text]) => [path.split('.')[0] ?? path, text]),
        ),
      )
      if (Object.keys(fields).length > 0) setStep(1)
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
        <ol className={styles.steps} aria-hidden="true">
          {orderWords.steps.map((name, at) => (
            <li key={name} data-done={at <= step ? '' : undefined}>
              {name}
            </li>
          ))}
        </ol>
      </header>
      {step === 0 ? <ChooseStep offer={offer} chosen={chosen} onChoose={setChosen} /> : null}
      {step === 1 ? (
        <TellStep creator={creator} told={told} errors={errors} onTell={setTold} />
      ) : null}
      {step === 2 ? (
        <CheckStep
          {...{ creator, offer, chosen, told, totals, cards }}
          card={payBy}
          onCard={setCard}
        />
      ) : null}
      <div className={styles.total} aria-live="polite">
        <span>Total</span>
        <span className="num">
          <strong>{formatUsd(totals.price)}</strong>{' '}
          <span className="sm muted">in {packageWords.days(totals.days)}</span>
        </span>
      </div>
      <div className={styles.acts}>
        {step === 0 ? (
          <ButtonLink variant="quiet" to={paths.publicProfile(creator.id)}>
            Cancel
          </ButtonLink>
        ) : (
          <Button variant="quiet" disabled={place.isPending} onClick={() => setStep(step - 1)}>
            Back
          </Button>
        )}
        <Button type="submit" variant="primary" busy={place.isPending} busyText="Ordering...">
          {step < 2 ? 'Continue' : orderWords.place}
        </Button>
      </div>
    </form>
  )
}
