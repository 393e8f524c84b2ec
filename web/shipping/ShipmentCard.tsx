import { useState } from 'react'
import { formatUsd } from '#contract/money.ts'
import { isReturned } from '#contract/payments.ts'
import { PROBLEM_WORDS } from '#contract/shipping-words.ts'
import type { Shipment } from '#contract/shipping-schemas.ts'
import {
  CORRECTABLE,
  isAwaited,
  SHIPPING_REMINDERS,
  shipmentTransitions,
} from '#contract/shipping.ts'
import { mayMove } from '#contract/transitions.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { useProjectPayment } from '#web/payments/use-payments.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { toast } from '#web/ui/toast.ts'
import { ParcelAddress } from './ParcelAddress.tsx'
import styles from './Shipment.module.css'
import { nextWords, SHIPMENT_BADGES, shipmentCardWords as say } from './shipment-card-words.ts'
import { useShipment, useShippingAct } from './use-shipping.ts'

const forms = () => import('./ShippingForms.tsx')
const PlanDialog = lazyComponent(async () => (await forms()).PlanDialog, null, 'nobody')
const AddressDialog = lazyComponent(async () => (await forms()).AddressDialog, null, 'nobody')
const ShipDialog = lazyComponent(async () => (await forms()).ShipDialog, null, 'nobody')
const ProblemDialog = lazyComponent(async () => (await forms()).ProblemDialog, null, 'nobody')

interface Props {
  projectId: string
  reader: 'seller' | 'creator'
  /** The other side's name; for a project without a hire, a general one. */
  otherName: string
  /** `main`: while it waits for the reader. `rail`: otherwise. */
  place: 'main' | 'rail'
  /** Whether a brand may still add or change a product here. */
  plannable?: boolean
  /** Whether the deal is running: otherwise no action is possible any more. */
  running: boolean
}

/** The product of a deal, in one of the two places on its page; renders nothing when no product is sent. */
export function ShipmentCard(props: Props) {
  const { projectId, reader, place } = props
  const query = useShipment(projectId)
  // The project continues until its brand cancels it, but nothing is sent any more.
  const payment = useProjectPayment(projectId).data
  const running = props.running && !isReturned(payment)
  const plannable = props.plannable === true && !isReturned(payment)
  if (query.data === undefined)
    return query.isError && place === 'rail' ? (
      <FailedNotice query={query} failed={() => say.loadFailed} />
    ) : null
  const { shipment } = query.data
  if (shipment === null)
    return place === 'rail' && plannable ? <Offer projectId={projectId} /> : null
  const asks = running && SHIPPING_REMINDERS[shipment.status]?.who === reader
  if (asks !== (place === 'main')) return null
  return <Card {...props} running={running} plannable={plannable} shipment={shipment} />
}

/** Few deals have a product: one line and a button. */
function Offer({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <section className={`card ${styles.card}`} aria-label={say.title}>
      <h2>{say.title}</h2>
      <p className="sm muted">{say.offer}</p>
      <div className={styles.acts}>
        <Button size="sm" onClick={() => setOpen(true)}>
          {say.send}
        </Button>
      </div>
      {open ? (
        <PlanDialog projectId={projectId} shipment={null} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  )
}

function Card({
  projectId,
  reader,
  otherName,
  plannable,
  running,
  shipment,
}: Props & { shipment: Shipment }) {
  const badge = SHIPMENT_BADGES[shipment.status]
  const { status, days } = shipment
  const hasAddress = running && status !== 'planned' && status !== 'address_wanted'
  return (
    <section className={`card ${styles.card}`} aria-label={say.title}>
      <div className="row between">
        <h2>{say.title}</h2>
        <Badge tone={badge.tone} glyph={badge.glyph}>
          {badge.word}
        </Badge>
      </div>
      <p className={styles.product}>
        <span className="strong">{shipment.product}</span>{' '}
        <span className="muted num">{say.worth(formatUsd(shipment.value))}</span>
      </p>
      <p>
        {!running && (status === 'address_wanted' || status === 'to_ship')
          ? say.notSent
          : nextWords[reader][status](otherName)}
      </p>
      {shipment.problem === null ? null : (
        <p className={`quote red ${styles.words}`}>
          {PROBLEM_WORDS[shipment.problem]}.
          {shipment.problem_words === null ? '' : ` ${shipment.problem_words}`}
        </p>
      )}
      {shipment.carrier === null ? null : (
        <p className={`sm ${styles.words}`}>
          {shipment.carrier}
          {shipment.number === null ? '' : ` · ${shipment.number}`}{' '}
          {shipment.link === null ? null : (
            <a
              className="link"
              href={shipment.link}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {say.follow}
            </a>
          )}
        </p>
      )}
      {days !== null && isAwaited(status) ? <p className="sm muted">{say.daysFrom(days)}</p> : null}
      {hasAddress ? <ParcelAddress projectId={projectId} /> : null}
      {running || status === 'planned' ? (
        <Acts {...{ projectId, reader, otherName, shipment }} plannable={plannable ?? false} />
      ) : null}
    </section>
  )
}

type Open = 'plan' | 'address' | 'ship' | 'problem' | null

function Acts({
  projectId,
  reader,
  otherName,
  plannable,
  shipment,
}: Pick<Props, 'projectId' | 'reader' | 'otherName'> & {
  plannable: boolean
  shipment: Shipment
}) {
  const [open, setOpen] = useState<Open>(null)
  const receive = useShippingAct(projectId, 'shipping.receive')
  const drop = useShippingAct(projectId, 'shipping.drop')
  const close = () => setOpen(null)
  const { status } = shipment
  const may = (move: keyof typeof shipmentTransitions) =>
    mayMove(shipmentTransitions, move, status, reader)
  const maySet =
    reader === 'seller' &&
    plannable &&
    (status === 'planned' || (status === 'address_wanted' && !shipment.posted))
  const run = (mutation: typeof receive, done: string) =>
    onSettled(mutation.mutateAsync(undefined), {
      onSuccess: () => toast.success(done),
      onError: (failure) => toast.error(messageOf(failure)),
    })
  return (
    <>
      <div className={styles.acts}>
        {may('give_address') ? (
          <Button variant="tonal" onClick={() => setOpen('address')}>
            {say.give}
          </Button>
        ) : null}
        {may('receive') ? (
          <Button
            variant="tonal"
            busy={receive.isPending}
            busyText={say.arriving}
            onClick={() => run(receive, say.thanks)}
          >
            {say.arrived}
          </Button>
        ) : null}
        {may('report') ? <Button onClick={() => setOpen('problem')}>{say.problem}</Button> : null}
        {reader === 'creator' && CORRECTABLE.includes(status) ? (
          <Button size="sm" onClick={() => setOpen('address')}>
            {say.correct}
          </Button>
        ) : null}
        {may('ship') ? (
          <Button variant="tonal" onClick={() => setOpen('ship')}>
            {status === 'problem' ? say.shipAgain : say.ship}
          </Button>
        ) : null}
        {reader === 'seller' && status === 'shipped' ? (
          <Button size="sm" onClick={() => setOpen('ship')}>
            {say.correctParcel}
          </Button>
        ) : null}
        {maySet ? (
          <>
            <Button size="sm" onClick={() => setOpen('plan')}>
              {say.change}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              busy={drop.isPending}
              busyText={say.takingBack}
              onClick={() => run(drop, say.takenBack)}
            >
              {say.takeBack}
            </Button>
          </>
        ) : null}
      </div>
      {open === 'plan' ? (
        <PlanDialog projectId={projectId} shipment={shipment} onClose={close} />
      ) : null}
      {open === 'address' ? (
        <AddressDialog projectId={projectId} brand={otherName} onClose={close} />
      ) : null}
      {open === 'ship' ? (
        <ShipDialog projectId={projectId} shipment={shipment} creator={otherName} onClose={close} />
      ) : null}
      {open === 'problem' ? (
        <ProblemDialog projectId={projectId} brand={otherName} onClose={close} />
      ) : null}
    </>
  )
}
