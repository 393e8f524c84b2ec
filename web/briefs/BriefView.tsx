import { CircleCheck, CircleDashed, ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  deliveryWords,
  goalWords,
  musicWords,
  partWords,
  roundsText,
} from '#contract/brief-words.ts'
import type { Brief, BriefCheck, BriefProduct } from '#contract/briefs.ts'
import { formatUsd } from '#contract/money.ts'
import { briefViewWords } from './brief-view-words.ts'
import styles from './BriefView.module.css'
import { DeliverTable } from './DeliverTable.tsx'

/** A brief as creators read it: what to deliver and how it is checked, then the purpose, then what to say. */
export function BriefView({
  brief,
  version,
  rounds = brief.rounds,
}: {
  brief: Brief
  version?: ReactNode
  /** The agreed rounds, where they were agreed outside the brief. */
  rounds?: number | undefined
}) {
  const { hooks, say, never_say: never } = brief
  return (
    <div className={styles.view}>
      <section>
        <div className={styles.first}>
          <h2>{partWords.deliver}</h2>
          {version ? <p className="sm muted">{version}</p> : null}
        </div>
        <DeliverTable items={brief.items} label={partWords.deliver} />
        <p className="sm muted">{roundsText(rounds)}</p>
      </section>
      <section>
        <h3>{partWords.checks}</h3>
        <Checks
          title={briefViewWords.machine}
          checks={brief.checks.filter(({ rule }) => rule !== null)}
        />
        <Checks
          title={briefViewWords.judged}
          checks={brief.checks.filter(({ rule }) => rule === null)}
        />
      </section>
      <BriefFacts brief={brief} />
      <Lines title={partWords.hooks} lines={hooks} />
      {say.length + never.length > 0 ? (
        <div className={styles.sides}>
          <Lines title={partWords.say} lines={say} />
          <Lines title={partWords.never_say} lines={never} />
        </div>
      ) : null}
      <References links={brief.references} />
    </div>
  )
}

function Checks({ title, checks }: { title: string; checks: readonly BriefCheck[] }) {
  if (checks.length === 0) return null
  return (
    <>
      <p className={`sm ${styles.by}`}>{title}</p>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <Check key={check.id} check={check} />
        ))}
      </ul>
    </>
  )
}

function Check({ check }: { check: BriefCheck }) {
  const Icon = check.rule !== null ? ScanLine : check.must ? CircleCheck : CircleDashed
  return (
    <li>
      <Icon size={16} aria-hidden="true" />
      <span>
        {check.text}
        {check.must ? null : <span className={styles.mark}>{briefViewWords.wish}</span>}
      </span>
    </li>
  )
}

function BriefFacts({ brief }: { brief: Brief }) {
  const facts: [string, ReactNode][] = [
    [partWords.one_message, brief.one_message],
    [partWords.goal, brief.goal && goalWords[brief.goal]],
    [partWords.audience, brief.audience],
    [partWords.tone, brief.tone.join(', ')],
    [partWords.music, brief.music && musicWords[brief.music]],
    [partWords.product, brief.product ? <Product key="product" product={brief.product} /> : null],
  ]
  const said = facts.filter(([, value]) => value !== null && value !== '')
  if (said.length === 0) return null
  return (
    <dl className={styles.facts}>
      {said.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Product({ product }: { product: BriefProduct }) {
  const { name, url, delivery, value_usd: value } = product
  const how = [
    delivery === 'none' ? null : deliveryWords[delivery],
    value === null ? null : briefViewWords.worth(formatUsd(value)),
  ].filter((fact) => fact !== null)
  return (
    <>
      {url === null ? (
        name
      ) : (
        <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
          {name}
        </a>
      )}
      {how.length === 0 ? null : <span className={styles.kind}>{how.join(', ')}</span>}
    </>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.lines}>
        {lines.map((line, at) => (
          <li key={`${at} ${line}`}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function References({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <section>
      <h3>{partWords.references}</h3>
      <ul className={styles.lines}>
        {links.map((link) => (
          <li key={link}>
            <a className="link" href={link} target="_blank" rel="noopener noreferrer nofollow">
              {link.replace(/^https?:\/\//, '')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
