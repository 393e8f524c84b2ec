import { AMENDMENT_STATUS_WORDS } from '#contract/amendment-words.ts'
import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { OFFER_STATUS_WORDS } from '#contract/offer-words.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Dispute.module.css'
import type { SideNames } from './DisputeParts.tsx'
import { evidenceWords as say } from './evidence-words.ts'

interface Props {
  evidence: Pick<DisputeEvidence, 'offers' | 'amendments'>
  names: SideNames
}

/**
 * The offers that the two sides made about the application, and the changes they made after it; renders nothing when
 * there are neither.
 */
export function EvidenceTerms({ evidence: { offers, amendments }, names }: Props) {
  if (offers.length + amendments.length === 0) return null
  return (
    <>
      <h3>{say.terms}</h3>
      <ol className={styles.lines}>
        {offers.map((offer) => (
          <li key={`offer ${offer.number}`}>
            <span className={styles.said}>
              <b className="num">{say.offer(offer.number)}</b> {say.offeredBy(names[offer.by])}:{' '}
              {say.priced(formatUsd(offer.price), formatUsd(offer.net))}, {say.deliverBy}{' '}
              <Time value={offer.deliver_by} />, {say.rounds(offer.rounds)}
            </span>
            <Note text={offer.note} />
            <span className="sm faint">
              {OFFER_STATUS_WORDS[offer.status]} · <Time value={offer.created_at} exact />
            </span>
          </li>
        ))}
        {amendments.map((change) => (
          <li key={`change ${change.number}`}>
            <span className={styles.said}>
              <b className="num">{say.change(change.number)}</b> {say.proposedBy(names[change.by])}:{' '}
              <Changed change={change} />
            </span>
            <Note text={change.note} />
            <span className="sm faint">
              {AMENDMENT_STATUS_WORDS[change.status]} · <Time value={change.created_at} exact />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Lists only what the change would alter. */
function Changed({ change }: { change: DisputeEvidence['amendments'][number] }) {
  const { price, net, returned, extra, rounds, deliver_by: day } = change
  const { changes_brief: brief, brief_version: version } = change
  const parts = [
    ...(price === null
      ? []
      : [
          <span key="price">
            {say.newPrice(
              net === null ? formatUsd(price) : say.priced(formatUsd(price), formatUsd(net)),
              {
                returned: returned === null ? null : formatUsd(returned),
                extra: extra === null ? null : formatUsd(extra),
              },
            )}
          </span>,
        ]),
    ...(rounds === null ? [] : [<span key="rounds">{say.rounds(rounds)}</span>]),
    ...(day === null
      ? []
      : [
          <span key="date">
            {say.deliverBy} <Time value={day} />
          </span>,
        ]),
    ...(brief ? [<span key="brief">{say.newBrief(version)}</span>] : []),
  ]
  return parts.map((part, at) => [at === 0 ? null : ', ', part])
}

function Note({ text }: { text: string | null }) {
  return text === null ? null : <span className={`sm ${styles.said}`}>{text}</span>
}
