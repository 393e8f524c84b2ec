import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PaymentMethod } from '#contract/payment-schemas.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { Tag } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddPaymentMethodDialog } from './AddPaymentMethodDialog.tsx'
import { CardMark } from './CardMark.tsx'
import { cardExpiry, cardName } from './card-words.ts'
import styles from './PaymentMethodsCard.module.css'
import { usePaymentMethods, useRemoveMethod, useSetDefaultMethod } from './use-payment-methods.ts'

/** The seller's saved cards: add one, choose the default, remove one (SPEC §2, §4). */
export function PaymentMethodsCard() {
  const [adding, setAdding] = useState(false)
  return (
    <section className="card pad" aria-labelledby="payment-methods">
      <div className={styles.head}>
        <div>
          <h2 id="payment-methods">Payment Methods</h2>
          <p className="sm muted">The default card is offered first when you fund escrow.</p>
        </div>
        <Button size="sm" onClick={() => setAdding(true)}>
          <Plus size={16} aria-hidden="true" />
          Add Payment Method
        </Button>
      </div>
      <Methods />
      <AddPaymentMethodDialog open={adding} onClose={() => setAdding(false)} />
    </section>
  )
}

function Methods() {
  const [removing, setRemoving] = useState<PaymentMethod | null>(null)
  return (
    <div className={styles.list}>
      <LoadedList
        query={usePaymentMethods()}
        pending={
          <SkeletonGroup>
            <Skeleton height={56} />
          </SkeletonGroup>
        }
        empty={
          <EmptyState
            icon={CreditCard}
            title="No saved cards"
            text="Add one now, or enter it when you fund escrow."
          />
        }
      >
        {(methods) => (
          <ul>
            {methods.map((method) => (
              <MethodRow key={method.id} method={method} onRemove={() => setRemoving(method)} />
            ))}
          </ul>
        )}
      </LoadedList>
      <RemoveQuestion method={removing} onClose={() => setRemoving(null)} />
    </div>
  )
}

function MethodRow({ method, onRemove }: { method: PaymentMethod; onRemove: () => void }) {
  const setDefault = useSetDefaultMethod()
  const name = cardName(method)
  async function makeDefault() {
    try {
      await setDefault.mutateAsync(method.id)
      toast.success('Default payment method updated')
    } catch {
      toast.error('Failed to update default payment method')
    }
  }
  return (
    <li className={styles.row}>
      <CardMark brand={method.card_brand} />
      <div className="grow">
        <div className="fname num">{name}</div>
        <div className="sm muted num">{cardExpiry(method)}</div>
      </div>
      {method.is_default ? (
        <Tag>Default</Tag>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          busy={setDefault.isPending}
          onClick={() => void makeDefault()}
        >
          Set default<span className="sr"> {name}</span>
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={onRemove}>
        Remove<span className="sr"> {name}</span>
      </Button>
    </li>
  )
}

/** Asks for confirmation before a card is removed, with the spec's question. */
function RemoveQuestion({
  method,
  onClose,
}: {
  method: PaymentMethod | null
  onClose: () => void
}) {
  const remove = useRemoveMethod()
  async function confirm() {
    if (!method) return
    try {
      await remove.mutateAsync(method.id)
      toast.success('Payment method removed')
    } catch {
      toast.error('Failed to remove payment method')
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open={method !== null}
      title="Remove payment method"
      confirm="Remove"
      destructive
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="muted">
        Are you sure you want to remove this payment method?
        {method ? <span className="strong num"> {cardName(method)}.</span> : null}
      </p>
    </ConfirmDialog>
  )
}
