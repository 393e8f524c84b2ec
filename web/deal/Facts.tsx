import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import styles from './Project.module.css'

/** Budget, deadline and so on, each a label over its value. `spread` distributes them across a phone's width. */
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
