import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Amendment, DealAmendments } from '#contract/amendment-schemas.ts'
import { amendmentWords as say } from '#contract/amendment-words.ts'
import { type AmendmentSide, amendmentTransitions } from '#contract/amendments.ts'
import { centsFromUsd, formatCents, formatUsd } from '#contract/money.ts'
import { mayMove } from '#contract/transitions.ts'
import { paths } from '#contract/paths.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Amendment.module.css'
import { BriefDiff } from './BriefDiff.tsx'
import { dealSplit } from './deal-net.ts'
import { HeldParts } from './HeldParts.tsx'
import { type AmendmentAct, useAnswerAmendment } from './use-amendments.ts'

interface Props {
  amendment: Amendment
  deal: DealAmendments
  reader: AmendmentSide
  /** The other side's name. */
  otherName: string
}

/** The panel's element. */
export const panelId = ({ id }: Pick<Amendment, 'id'>): string => `proposal-${id}`

/** The open proposal: what was agreed, what would be, and the answers the reader may give. */
export function AmendmentPanel({ amendment, deal, reader, otherName }: Props) {
  const { terms, held } = deal
  const { by, price, deliver_by: day, brief, note, expires_at, pay_by } = amendment
  const isUnpaid = amendment.status === 'unpaid'
  return (
    // It takes the focus from the button that proposed it (Amendments).
    <section
      id={panelId(amendment)}
      tabIndex={-1}
      className={styles.panel}
      aria-labelledby={amendment.id}
    >
      <div className={styles.head}>
        <h2 id={amendment.id}>
          {isUnpaid ? say.unpaidTitle : by === reader ? say.title.you : say.title.they(otherName)}
        </h2>
        <span className="sm muted">
          {isUnpaid ? say.payUntil : say.openUntil} <Time value={pay_by ?? expires_at} exact />
        </span>
      </div>
      {note ? <p className={`quote ${styles.note}`}>{note}</p> : null}
      {day === null && price === null ? null : (
        <dl className={styles.diff} aria-label={say.terms}>
          {price === null ? null : (
            <Change
              name={say.price}
              agreed={<Price usd={terms.price} deal={deal} reader={reader} />}
              proposed={<Price usd={price} deal={deal} reader={reader} />}
            />
          )}
          {day === null ? null : (
            <Change
              name={say.deliverBy}
              agreed={<Time value={terms.deliver_by} />}
              proposed={<Time value={day} />}
            />
          )}
        </dl>
      )}
      {brief === null ? null : <BriefDiff before={terms.brief} after={brief} />}
      {isUnpaid ? (
        <Unpaid amendment={amendment} deal={deal} reader={reader} otherName={otherName} />
      ) : (
        <Acts amendment={amendment} held={held} reader={reader} otherName={otherName} />
      )}
    </section>
  )
}

/** What it adds is not held yet: the brand pays it where it pays the deal. */
function Unpaid({ amendment, deal, reader, otherName }: Props) {
  const more = formatUsd(amendment.extra ?? 0)
  return (
    <>
      <p>{say.unpaid[reader]({ more, other: otherName })}</p>
      {reader === 'seller' ? (
        <p>
          <Link to={`${paths.project(deal.project_id)}?tab=payment`}>{say.pay(more)}</Link>
        </p>
      ) : null}
    </>
  )
}

function Change({
  name,
  agreed,
  proposed,
}: {
  name: string
  agreed: ReactNode
  proposed: ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.removed}>
        <span className="sr">{say.agreed} </span>
        <del>{agreed}</del>
      </dd>
      <dd className={styles.added}>
        <span className="sr">{say.proposed} </span>
        <ins>{proposed}</ins>
      </dd>
    </div>
  )
}

/** A price, and what is left of it for the creator. */
function Price({ usd, deal, reader }: { usd: number } & Pick<Props, 'deal' | 'reader'>) {
  const { creatorCents } = dealSplit(centsFromUsd(usd), deal)
  return (
    <span className="num">
      {formatUsd(usd)} ({say.net[reader === 'creator' ? 'you' : 'they']} {formatCents(creatorCents)}
      )
    </span>
  )
}

function Acts({
  amendment,
  held,
  reader,
  otherName,
}: Omit<Props, 'deal'> & Pick<DealAmendments, 'held'>) {
  const [asking, setAsking] = useState(false)
  const { act, acting } = useActs(amendment, () => setAsking(false))
  const actor = amendment.by === reader ? 'author' : 'recipient'
  const may = (move: keyof typeof amendmentTransitions) =>
    mayMove(amendmentTransitions, move, amendment.status, actor)
  const { price } = amendment
  const money = (
    <HeldParts
      held={held}
      priceCents={price === null ? null : centsFromUsd(price)}
      reader={reader}
      otherName={otherName}
    />
  )
  return (
    <>
      {money}
      <p className="sm muted">{actor === 'author' ? say.waits(otherName) : say.binds}</p>
      <div className={styles.acts}>
        {may('accept') ? (
          <Button variant="tonal" onClick={() => setAsking(true)}>
            {say.accept}
          </Button>
        ) : null}
        {may('decline') ? (
          <Button busy={acting === 'decline'} onClick={() => act('decline')}>
            {say.decline}
          </Button>
        ) : null}
        {may('withdraw') ? (
          <Button busy={acting === 'withdraw'} onClick={() => act('withdraw')}>
            {say.withdraw}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        title={say.acceptTitle}
        confirm={say.accept}
        busy={acting === 'accept'}
        busyText={say.accepting}
        onConfirm={() => act('accept')}
        onClose={() => setAsking(false)}
      >
        {money}
        <p>{addsTo(held, price) ? say.acceptTextUnpaid : say.acceptText}</p>
      </ConfirmDialog>
    </>
  )
}

/** Whether a price adds to money that is held. */
const addsTo = (held: number | null, price: number | null): boolean =>
  held !== null && price !== null && price > held

/** One act at a time, each with its toast. */
function useActs({ id }: Amendment, onAnswered: () => void) {
  const mutation = useAnswerAmendment()
  const [acting, setActing] = useState<AmendmentAct | null>(null)
  function act(given: AmendmentAct) {
    if (acting) return
    setActing(given)
    onSettled(mutation.mutateAsync({ id, act: given }), {
      onSuccess: () => toast.success(say.done[given]),
      onError: (error) => toast.error(say.failed[given], messageOf(error)),
      onSettled: () => {
        setActing(null)
        onAnswered()
      },
    })
  }
  return { act, acting }
}
