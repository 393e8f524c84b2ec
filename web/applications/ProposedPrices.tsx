import { centsFromUsd, formatCents } from '#contract/money.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { countOf } from '#web/projects/project-words.ts'
import { RailCard } from '#web/projects/RailCard.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import { dotPlaces, median, medianSentence } from './price-facts.ts'
import { useProjectApplications } from './use-applications.ts'

/** DESIGN §11: with the budget beside them, two prices are enough to compare. A single price is in the list already. */
const FEWEST = 2
/** In the drawing's own units. */
const PLOT = { width: 296, base: 58, edge: 3, step: 13 }

/** The proposed prices as dots over a line with the budget. */
export function ProposedPrices({ project }: { project: ProjectDetail }) {
  const { data, isPending } = useProjectApplications(project.id)
  const prices = (data ?? []).map((application) => centsFromUsd(application.first_price))
  const middle = median(prices)
  if (isPending) return <Pending />
  if (prices.length < FEWEST || middle === null) return null
  const budget = centsFromUsd(project.budget)
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const [from, to] = [Math.min(lowest, budget), Math.max(highest, budget)]
  const along = (x: number) => PLOT.edge + x * (PLOT.width - 2 * PLOT.edge)
  const budgetX = along(to === from ? 0.5 : (budget - from) / (to - from))
  const summary = `${countOf(prices.length, 'proposed price')} from ${short(lowest)} to ${short(highest)}; your budget is ${short(budget)}`

  return (
    <RailCard title="Proposed prices">
      <svg
        viewBox={`0 0 ${PLOT.width} 92`}
        width="100%"
        role="img"
        aria-label={summary}
        style={{ marginTop: 'var(--space-2-5)', overflow: 'visible' }}
      >
        <g fontSize="12" fill="var(--text-3)">
          <line x1="0" y1={PLOT.base} x2={PLOT.width} y2={PLOT.base} stroke="var(--line-strong)" />
          <line
            x1={budgetX}
            y1="14"
            x2={budgetX}
            y2={PLOT.base}
            stroke="var(--text-2)"
            strokeDasharray="2 3"
          />
          <text
            x={Math.min(Math.max(budgetX, 36), PLOT.width - 36)}
            y="9"
            textAnchor="middle"
            fill="var(--text-2)"
          >
            Budget {short(budget)}
          </text>
          {dotPlaces(prices, from, to).map(({ x, level }) => (
            <circle
              key={`${x}-${level}`}
              cx={along(x)}
              cy={PLOT.base - 8 - level * PLOT.step}
              r="5"
              fill="var(--brand)"
              stroke="var(--surface)"
              strokeWidth="1.5"
            />
          ))}
          <text x="0" y="78">
            {short(from)}
          </text>
          <text x={PLOT.width} y="78" textAnchor="end">
            {short(to)}
          </text>
        </g>
      </svg>
      <p className="sm muted" style={{ marginTop: 2 }}>
        {medianSentence(middle, budget)}
      </p>
    </RailCard>
  )
}

/** "$600" when there are no cents. */
function short(cents: number): string {
  return formatCents(cents).replace(/\.00$/, '')
}
