import styles from './Statements.module.css'

interface Bar {
  name: string
  /** The name below the bar where there is little room: "Mar". Defaults to the name itself. */
  short?: string
  /** USD: the certain part, and the maximum it may reach. */
  least: number
  most: number
}

const WIDTH = 640
const HEIGHT = 120
const GAP = 0.25
/** Few bars do not grow to fill the width. */
const FEWEST_PLACES = 6

/**
 * Amounts side by side: certain amounts in full colour, possible ones above them lighter. Purely visual; the table
 * beside it says the same to everyone.
 */
export function AmountBars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const highest = Math.max(...bars.map(({ most }) => most), 0)
  if (highest === 0) return null
  const places = Math.max(bars.length, FEWEST_PLACES)
  const step = WIDTH / places
  const width = step * (1 - GAP)
  const heightOf = (usd: number) => (usd / highest) * HEIGHT
  return (
    <div className={styles.chart}>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
        role="img"
        aria-label={label}
        preserveAspectRatio="none"
      >
        {bars.map(({ name, least, most }, at) => (
          <g key={name}>
            <rect
              className={styles.most}
              x={at * step}
              y={HEIGHT - heightOf(most)}
              width={width}
              height={heightOf(most)}
            />
            <rect
              className={styles.least}
              x={at * step}
              y={HEIGHT - heightOf(least)}
              width={width}
              height={heightOf(least)}
            />
          </g>
        ))}
        <line className={styles.base} x1={0} x2={WIDTH} y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} />
      </svg>
      <ol
        className={styles.names}
        style={{ gridTemplateColumns: `repeat(${places}, minmax(0, 1fr))` }}
        aria-hidden="true"
      >
        {bars.map(({ name, short }) => (
          <li key={name}>{short ?? name}</li>
        ))}
      </ol>
    </div>
  )
}
