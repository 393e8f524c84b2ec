import { type ReactNode, useState } from 'react'
import type { Amendment, DealAmendments } from '#contract/amendment-schemas.ts'
import { amendmentWords as say } from '#contract/amendment-words.ts'
import { type AmendmentSide, amendmentTransitions } from '#contract/amendments.ts'
import { centsFromUsd, formatCents, formatUsd } from '#contract/money.ts'
import { roundsText } from '#contract/round-words.ts'
import { mayMove } from '#contract/transitions.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Amendment.module.css'
import { BriefDiff } from './BriefDiff.tsx'
import { dealSplit } from './deal-net.ts'
import { HeldParts } from './HeldParts.tsx'
import { UnpaidChange } from './UnpaidChange.tsx'
import { useAmendmentActs } from './use-amendments.ts'

interface Props {
  amendment: Amendment
  deal: DealAmendments
  reader: AmendmentSide
  /** The other side's name. */
  otherName: string
  besidePrimary?: boolean | undefined
}

/** Whether nothing can be agreed on, because the other side was banned or has left. */
export const isOtherGone = ({ closed }: Pick<DealAmendments, 'closed'>): boolean =>
  closed === 'amendment.other_side_gone'

/** The panel's element. */
export const panelId = ({ id }: Pick<Amendment, 'id'>): string => `proposal-${id}`

/** The open proposal: what was agreed, what is proposed, and the answers the reader may give. */
export function AmendmentPanel({ amendment, deal, reader, otherName, besidePrimary }: Props) {
  const { terms, held } = deal
  const { by, price, rounds, deliver_by: day, brief, note, expires_at, pay_by } = amendment
  const isUnpaid = amendment.status === 'unpaid'
  return (
    // Takes the focus from the button that proposed it (Amendments).
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
          {isUnpaid ? say.payBy : say.openUntil} <Time value={pay_by ?? expires_at} exact />
        </span>
      </div>
      {note ? <p className={`quote ${styles.note}`}>{note}</p> : null}
      {day === null && price === null && rounds === null ? null : (
        <dl className={styles.diff} aria-label={say.terms}>
          {price === null ? null : (
            <Change
              name={say.price}
              agreed={<Price usd={terms.price} deal={deal} reader={reader} />}
              proposed={<Price usd={price} deal={deal} reader={reader} />}
            />
          )}
          {rounds === null ? null : (
            <Change
              name={say.rounds}
              agreed={roundsText(terms.rounds)}
              proposed={roundsText(rounds)}
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
        <UnpaidChange {...{ amendment, deal, reader, otherName, besidePrimary }} />
      ) : (
        <Acts {...{ amendment, held, reader, otherName, isGone: isOtherGone(deal) }} />
      )}
    </section>
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

/** A price, and the creator's net amount. */
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
  isGone,
}: Omit<Props, 'deal'> & Pick<DealAmendments, 'held'> & { isGone: boolean }) {
  const [asking, setAsking] = useState(false)
  const { act, acting } = useAmendmentActs(amendment.id, () => setAsking(false))
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
      {isGone ? null : money}
      <p className="sm muted">
        {isGone ? say.gone(otherName) : actor === 'author' ? say.waits(otherName) : say.binds}
      </p>
      <div className={styles.acts}>
        {may('accept') && !isGone ? (
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
        open={asking && !isGone}
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

/** Whether a price adds to the money that is held. */
const addsTo = (held: number | null, price: number | null): boolean =>
  held !== null && price !== null && price > held
