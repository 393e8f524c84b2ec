import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PackageOrder } from '#contract/package-order-schemas.ts'
import { orderTransitions } from '#contract/package-orders.ts'
import { paths } from '#contract/paths.ts'
import { mayMove } from '#contract/transitions.ts'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Order.module.css'
import { orderWords } from './order-words.ts'
import { useAnswerOrder } from './use-orders.ts'

type OrderAnswer = 'accept' | 'decline' | 'cancel'

const SAID: Record<OrderAnswer, string> = {
  accept: orderWords.accepted,
  decline: orderWords.declined,
  cancel: orderWords.cancelled,
}

/** The reader's actions: accept or decline, cancel, or go to the project. */
export function OrderActs({ order, isCreator }: { order: PackageOrder; isCreator: boolean }) {
  const answer = useAnswerOrder(order)
  const [asking, setAsking] = useState<'decline' | 'cancel' | null>(null)
  const navigate = useNavigate()
  const actor = isCreator ? 'creator' : 'owner'

  async function give(choice: OrderAnswer) {
    if (answer.isPending) return
    try {
      await answer.mutateAsync(choice)
    } catch (error) {
      toast.error(messageOf(error))
      return
    } finally {
      setAsking(null)
    }
    toast.success(SAID[choice])
    if (choice === 'accept') await navigate(paths.project(order.project_id))
  }

  if (order.status === 'accepted')
    return (
      <div>
        <ButtonLink variant="primary" to={paths.project(order.project_id)}>
          Open the project
        </ButtonLink>
      </div>
    )
  if (!mayMove(orderTransitions, isCreator ? 'accept' : 'cancel', order.status, actor)) return null
  return (
    <div className={styles.acts}>
      {isCreator ? (
        <span className={styles.acts}>
          <Button
            variant="primary"
            busy={answer.isPending && answer.variables === 'accept'}
            onClick={() => void give('accept')}
          >
            Accept order
          </Button>
          <Button disabled={answer.isPending} onClick={() => setAsking('decline')}>
            Decline
          </Button>
        </span>
      ) : (
        <Button disabled={answer.isPending} onClick={() => setAsking('cancel')}>
          Cancel order
        </Button>
      )}
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'cancel' ? 'Cancel this order?' : 'Decline this order?'}
        confirm={asking === 'cancel' ? 'Cancel order' : 'Decline order'}
        destructive
        busy={answer.isPending}
        onConfirm={() => void give(asking ?? 'decline')}
        onClose={() => setAsking(null)}
      >
        <p>
          {asking === 'cancel'
            ? 'We’ll let the creator know. Nothing was charged.'
            : 'We’ll let the brand know, and the order ends here.'}
        </p>
      </ConfirmDialog>
    </div>
  )
}
