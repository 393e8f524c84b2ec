import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/payment-schemas.ts'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { brand } from '#web/page/brand.ts'
import { Tag } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CardMark } from './CardMark.tsx'
import { cardExpiry, cardName } from './card-words.ts'
import styles from './SelectPaymentMethodDialog.module.css'

interface Props {
  open: boolean
  /** USD: what will be charged. */
  amount: number
  methods: readonly PaymentMethod[]
  /** True while the card is being charged. */
  busy: boolean
  /** The chosen saved card, or null for another one, entered on the provider's page. */
  onChoose: (method: PaymentMethod | null) => void
  onClose: () => void
}

/** Before funding: chooses which saved card is charged, the default first, or another one (SPEC §2). */
export function SelectPaymentMethodDialog({
  open,
  amount,
  methods,
  busy,
  onChoose,
  onClose,
}: Props) {
  const preset = methods.find((method) => method.is_default) ?? methods[0]
  const words = useReviewWords()
  const [choice, setChoice] = useState<string | null>(null)
  const chosen = choice ?? preset?.id ?? OTHER
  const method = methods.find(({ id }) => id === chosen) ?? null

  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      title="Select Payment Method"
      subtitle={`${formatUsd(amount)} goes into escrow.`}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={busy}
            busyText={method ? 'Charging the card...' : `Opening ${brand.provider}...`}
            onClick={() => onChoose(method)}
          >
            {method ? `Pay ${formatUsd(amount)}` : `Continue to ${brand.provider}`}
          </Button>
        </>
      }
    >
      <p className="sm muted">{words('paying')}</p>
      <fieldset className={styles.list} disabled={busy}>
        <legend className="sr">Payment method</legend>
        {methods.map((one) => (
          <label key={one.id} className={styles.row}>
            <input
              type="radio"
              name="payment-method"
              checked={chosen === one.id}
              onChange={() => setChoice(one.id)}
            />
            <CardMark brand={one.card_brand} />
            <span className="grow">
              <span className={`strong num ${styles.line}`}>{cardName(one)}</span>
              <span className={`sm muted num ${styles.line}`}>{cardExpiry(one)}</span>
            </span>
            {one.is_default ? <Tag>Default</Tag> : null}
          </label>
        ))}
        <label className={styles.row}>
          <input
            type="radio"
            name="payment-method"
            checked={chosen === OTHER}
            onChange={() => setChoice(OTHER)}
          />
          <span className={styles.plus} aria-hidden="true">
            <Plus size={20} />
          </span>
          <span className="grow">
            <span className={`strong ${styles.line}`}>Use another card</span>
            <span className={`sm muted ${styles.line}`}>
              You enter it on a page of {brand.provider}.
            </span>
          </span>
        </label>
      </fieldset>
    </Dialog>
  )
}

const OTHER = 'other'
