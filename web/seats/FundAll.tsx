import { useState } from 'react'
import { dealState } from '#contract/deal-state.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { centsFromUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { FundedRow } from '#contract/seat-schemas.ts'
import { SEAT_LIMITS } from '#contract/seats.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { cardName } from '#web/payment-methods/card-words.ts'
import { usePaymentMethods } from '#web/payment-methods/use-payment-methods.ts'
import { tellListed } from '#web/projects/listed-deal.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { FundOutcomes } from './FundOutcomes.tsx'
import styles from './Seats.module.css'
import { seatWords } from './seat-words.ts'
import { useFundSeveral } from './use-hires.ts'

const words = seatWords.fund

/** The deals that wait for funding, oldest first, at most as many as one call takes. */
const unfunded = (deals: readonly ListedDeal[]): ListedDeal[] =>
  deals
    .filter((deal) => ['unfunded', 'failed'].includes(dealState(tellListed(deal, 'owner').facts)))
    .toReversed()
    .slice(0, SEAT_LIMITS.bulk)

const labelFor = (deals: readonly ListedDeal[]): string =>
  words.button(deals.map(({ project }) => centsFromUsd(project.accepted_price ?? 0)))

/** Funds all hired creators with one click, one charge each. Renders nothing with fewer than two to fund. */
export function FundAll({ projectId, deals }: { projectId: string; deals: readonly ListedDeal[] }) {
  const { data: cards = [] } = usePaymentMethods()
  const funding = useFundSeveral(projectId)
  // The question keeps the deals it was asked about: a charged deal leaves the list before the response arrives.
  const [asking, setAsking] = useState<readonly ListedDeal[] | null>(null)
  const [done, setDone] = useState<readonly FundedRow[] | null>(null)
  const wanted = unfunded(deals)
  const card = cards.find((one) => one.is_default) ?? cards[0]
  const asked = asking ?? wanted
  const confirm = (methodId: string) =>
    onSettled(
      funding.mutateAsync({
        payment_method_id: methodId,
        deals: asked.map(({ project }) => ({
          project_id: project.id,
          expected_amount: project.accepted_price ?? 0,
        })),
      }),
      {
        onSuccess: ({ rows }) => setDone(rows),
        onError: (error) => toast.error(messageOf(error)),
        onSettled: () => setAsking(null),
      },
    )
  return (
    <>
      {wanted.length < 2 ? null : card ? (
        <div className={styles.fund}>
          <Button variant="primary" onClick={() => setAsking(wanted)}>
            {labelFor(wanted)}
          </Button>
        </div>
      ) : (
        <div className={styles.fund}>
          <span className="muted">{words.noCard}</span>
          <ButtonLink size="sm" to={paths.cards}>
            {words.addCard}
          </ButtonLink>
        </div>
      )}
      {card ? (
        <ConfirmDialog
          open={asking !== null}
          title={words.title(asked.length)}
          confirm={labelFor(asked)}
          busy={funding.isPending}
          busyText={words.busy}
          onConfirm={() => confirm(card.id)}
          onClose={() => setAsking(null)}
        >
          <p>
            {words.card}: <span className="strong">{cardName(card)}</span>
          </p>
          <p className="muted">{words.each}</p>
        </ConfirmDialog>
      ) : null}
      {done ? <FundOutcomes deals={deals} rows={done} onClose={() => setDone(null)} /> : null}
    </>
  )
}
