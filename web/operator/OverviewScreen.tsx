import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import { numberText } from '#contract/number-text.ts'
import type { OperatorOverview } from '#contract/operator-record-schemas.ts'
import { usePageHead } from '#web/page/head.ts'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { videoToolWords } from './console-words.ts'
import { firstLookWords } from './first-look-words.ts'
import { proposalWords } from '#contract/operator-proposal-words.ts'
import { Proposals } from './Proposals.tsx'
import { RecentActs } from './RecentActs.tsx'
import { WarnedPeople } from './WarnedPeople.tsx'

/** What waits for an operator, and the operators' latest acts. */
export function OverviewScreen({ overview }: { overview: OperatorOverview }) {
  usePageHead({ title: 'Console' })
  const waiting = [
    {
      name: proposalWords.count,
      count: overview.proposals_to_confirm,
      to: '#proposals',
    },
    {
      name: 'Disputes to decide',
      count: overview.disputes_to_decide,
      to: `${consolePaths.disputes}?state=awaiting_decision`,
    },
    { name: 'Reports to decide', count: overview.open_reports, to: consolePaths.reports },
    { name: 'Appeals to answer', count: overview.open_appeals, to: consolePaths.appeals },
    {
      name: 'Payments a bank disputes',
      count: overview.disputed_payments,
      to: `${consolePaths.payments}?flag=disputed`,
    },
    {
      name: 'Differences with the provider',
      count: overview.open_differences,
      to: `${consolePaths.differences}?state=open`,
    },
    {
      name: 'Jobs that were given up',
      count: overview.given_up_jobs,
      to: `${consolePaths.jobs}?state=given_up`,
    },
    {
      name: 'Jobs tried again later',
      count: overview.retrying_jobs,
      to: `${consolePaths.jobs}?state=retrying`,
    },
    {
      name: 'Events not applied yet',
      count: overview.waiting_webhooks,
      to: `${consolePaths.webhooks}?state=waiting`,
    },
    {
      name: 'Banned people',
      count: overview.banned_people,
      to: `${consolePaths.people}?state=banned`,
    },
  ]
  return (
    <>
      <div className="page-head">
        <h1>Console</h1>
      </div>
      <section className={styles.held} aria-label="Held money">
        <span className={styles.heldAmount}>{formatUsd(overview.held_amount)}</span>
        <span className="muted">
          held in{' '}
          <Link className="link" to={`${consolePaths.payments}?status=held_in_escrow`}>
            {overview.held_payments} {overview.held_payments === 1 ? 'payment' : 'payments'}
          </Link>
        </span>
      </section>
      <ul className={styles.numbers} aria-label="What waits">
        {waiting.map(({ name, count, to }) => (
          <li key={name}>
            <Link to={to} data-zero={count === 0 || undefined}>
              <span className={styles.number}>{numberText(count)}</span>
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Proposals />
      <WarnedPeople people={overview.warned_people} />
      <p className={`sm muted ${styles.section}`}>{firstLookWords(overview.first_look_hours)}</p>
      <RecentActs />
      <p className={`sm muted ${styles.section}`}>{videoToolWords(overview.video_tool)}</p>
    </>
  )
}
