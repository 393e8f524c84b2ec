import { useState } from 'react'
import { Link } from 'react-router'
import type { Amendment, DealAmendments } from '#contract/amendment-schemas.ts'
import { amendmentWords, changeText, roundsAdded } from '#contract/amendment-words.ts'
import { isOutOfProposals, isPending } from '#contract/amendments.ts'
import { centsFromUsd, formatCents, formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { extraRoundWords as say } from '#contract/extra-round-words.ts'
import type { Rounds } from '#contract/rounds.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { useRequestId } from '#web/api/use-request-id.ts'
import { useMinimumHint } from '#web/page/use-minimum-hint.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Amendment.module.css'
import { agreedChanges } from './amendment-input.ts'
import { dealSplit } from './deal-net.ts'
import { extraCentsOf, readExtraRound } from './extra-round-input.ts'
import { useAmendments, useProposeAmendment } from './use-amendments.ts'

interface Props {
  projectId: string
  rounds: Rounds
  creatorName: string
  /** What the brand has typed so far: it is sent as the reason, and stays in its form. */
  typed: string
}

/**
 * Offers another round beyond the agreed ones, at a price or for free. Renders nothing once nothing can be agreed any
 * more.
 */
export function ExtraRound(props: Props) {
  const { data: deal } = useAmendments(props.projectId)
  if (deal === undefined || deal.closed !== null) return null
  const open = deal.amendments.find(({ status }) => isPending(status))
  if (open) return <Waiting {...props} open={open} />
  const own = deal.amendments.filter(({ by }) => by === 'seller')
  return isOutOfProposals(own.length) ? (
    <p className="sm muted">{amendmentWords.noMore(props.creatorName)}</p>
  ) : (
    <Ask {...props} deal={deal} />
  )
}

function Ask({ projectId, rounds, creatorName, typed, deal }: Props & { deal: DealAmendments }) {
  const [price, setPrice] = useState('')
  const [error, setError] = useState<string | null>(null)
  const propose = useProposeAmendment(projectId)
  const idOf = useRequestId()
  const isFixed = deal.price_fixed !== null
  const minimum = useMinimumHint()

  function ask() {
    if (propose.isPending) return
    const { input, error: wrong } = readExtraRound(
      { price: isFixed ? '' : price, typed },
      rounds,
      deal,
    )
    setError(wrong)
    if (input === null) return
    onSettled(propose.mutateAsync({ ...input, id: idOf(input), agreed: agreedChanges(deal) }), {
      onSuccess: () => toast.success(say.asked, say.askedText(creatorName)),
      onError: (failure) => setError(messageOf(failure)),
    })
  }

  return (
    <div className={styles.extra} role="group" aria-label={say.title}>
      <div className={styles.ask}>
        {isFixed ? null : (
          <Field label={say.price} error={error} hint={minimum}>
            <PriceInput
              value={price}
              onChange={({ target }) => {
                setPrice(target.value)
                setError(null)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // Otherwise Enter would submit the surrounding form, which sends the request without a round.
                event.preventDefault()
                ask()
              }}
            />
          </Field>
        )}
        <Button busy={propose.isPending} busyText={amendmentWords.sending} onClick={ask}>
          {!isFixed && extraCentsOf(price) > 0 ? say.ask : say.askFree}
        </Button>
      </div>
      {isFixed && error !== null ? <p role="alert">{error}</p> : null}
      <p className="sm muted" aria-live="polite">
        {isFixed ? say.free : <Net cents={extraCentsOf(price)} {...{ deal, creatorName }} />}{' '}
        {say.stays}
      </p>
    </div>
  )
}

/** What the price leaves for the creator, and when it is paid. */
function Net({
  cents,
  deal,
  creatorName,
}: {
  cents: number
  deal: DealAmendments
  creatorName: string
}) {
  if (cents === 0) return say.free
  const now = centsFromUsd(deal.terms.price)
  const receives = dealSplit(now + cents, deal).creatorCents - dealSplit(now, deal).creatorCents
  return say.net({
    name: creatorName,
    receives: formatCents(receives),
    more: formatCents(cents),
    held: deal.held !== null,
  })
}

/** Another change already waits for an answer or for its payment: only one may be open at a time. */
function Waiting({ projectId, creatorName, open }: Props & { open: Amendment }) {
  const isUnpaid = open.status === 'unpaid'
  const what = changeText({
    price: open.price !== null,
    date: open.deliver_by !== null,
    brief: open.changes_brief,
    rounds: roundsAdded(open),
  })
  const more = formatUsd(open.extra ?? 0)
  return (
    <div className={styles.extra} role="group" aria-label={say.title}>
      <p className="sm">
        {isUnpaid ? say.unpaid({ what, more }) : say.waits[open.by]({ what, name: creatorName })}{' '}
        {say.stays}
      </p>
      <p className="sm">
        <Link
          className="link"
          to={isUnpaid ? paths.projectTab(projectId, 'payment') : paths.project(projectId)}
        >
          {isUnpaid ? amendmentWords.pay(more) : say.look}
        </Link>
      </p>
    </div>
  )
}
