import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { PaymentFlag } from '#contract/operator.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { flagWords } from './console-words.ts'

/** A person in a table: face, name, and a brand's name below. */
export function PersonCell({ person, detail }: { person: PersonCard; detail?: string }) {
  return (
    <span className={styles.person} data-portrait>
      <Avatar
        name={person.company_name ?? person.name}
        src={person.avatar_url}
        kind={person.role === 'seller' ? 'shop' : 'person'}
        size={28}
      />
      <span>
        <Link className={styles.name} to={consolePaths.person(person.id)}>
          {person.name}
        </Link>
        {detail ? <span className={styles.sub}>{detail}</span> : null}
      </span>
    </span>
  )
}

/** A name without a face, for narrow columns. */
export const PersonLink = ({ person }: { person: PersonCard }) => (
  <Link className={styles.name} to={consolePaths.person(person.id)}>
    {person.company_name ?? person.name}
  </Link>
)

/** A payment's flags. */
export function FlagBadges({ flags }: { flags: readonly PaymentFlag[] }) {
  return flags.map((flag) => (
    <Badge
      key={flag}
      tone={flag === 'disputed' ? 'red' : 'yellow'}
      glyph={flag === 'disputed' ? 'cross' : flag === 'moving' ? 'clock' : 'return'}
    >
      {flagWords[flag]}
    </Badge>
  ))
}

/** A price, with the creator's net below it. In USD. */
export const PriceWithNet = ({ price, net }: { price: number; net: number }) => (
  <>
    {formatUsd(price)}
    <span className={styles.sub}>{formatUsd(net)} for the creator</span>
  </>
)

/** Names and values in one muted line: ids that can be copied. */
export function Pairs({ facts }: { facts: readonly { name: string; value: string }[] }) {
  return (
    <dl className={styles.pairs}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The facts of one record, label over value. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
