import type { Board } from '#contract/board-schemas.ts'
import { formatCents, formatUsd } from '#contract/money.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './Budget.module.css'
import { type BudgetPart, budgetParts, budgetWords as say } from './budget.ts'

/**
 * Where a board's money is, as one bar: released, held, agreed on but not funded, and the rest of the total. Each part
 * has its number below, in the same order, so that no one depends on the colours.
 */
export function BudgetBar({ money }: { money: Board['money'] }) {
  const parts = budgetParts(money)
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0)
  let from = 0
  return (
    <section className={styles.budget} aria-label={say.title}>
      <svg
        className={styles.bar}
        role="img"
        aria-label={say.sentence(money)}
        width="100%"
        height="14"
      >
        <rect className={styles.ground} width="100%" height="14" rx="7" />
        {whole === 0
          ? null
          : parts.map(({ part, cents }) => {
              const x = from
              from += cents
              return cents === 0 || part === 'left' ? null : (
                <rect
                  key={part}
                  className={styles[part]}
                  x={percent(x, whole)}
                  width={percent(cents, whole)}
                  height="14"
                />
              )
            })}
      </svg>
      <dl className={styles.parts}>
        <div>
          <dt>{say.committed}</dt>
          <dd className="num strong">{formatUsd(money.committed)}</dd>
        </div>
        {parts.map(({ part, cents }) => (
          <div key={part}>
            <dt>
              <span className={cx(styles.swatch, styles[swatchOf(part)])} aria-hidden="true" />
              {say[part]}
            </dt>
            <dd className="num strong">{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const swatchOf = (part: BudgetPart): `${BudgetPart}Swatch` => `${part}Swatch`

const percent = (cents: number, whole: number): string => `${(cents / whole) * 100}%`
