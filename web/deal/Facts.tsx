import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import styles from './Project.module.css'

/** Budget, deadline and the like, each a word over its value. `spread` sets them across a phone's width. */
export function Facts({
  facts,
  spread,
}: {
  facts: readonly (readonly [string, ReactNode])[]
  spread?: boolean
}) {
  return (
    <dl className={cx(styles.facts, spread && styles.spread)}>
      {facts.map(([word, value]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
