import { Link } from 'react-router'
import { hiredOf } from '#contract/deal-sentences.ts'
import { formatUsd } from '#contract/money.ts'
import type { OperatorProject } from '#contract/operator-project-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
import { consolePaths } from './console-links.ts'
import { listingWords as say } from './listing-words.ts'

/**
 * The number of creators a project wants, its hiring deadline and its price; for a deal that was split off from a
 * project, that project.
 */
export const hiringFacts = ({ hiring, listing }: Pick<OperatorProject, 'hiring' | 'listing'>) => [
  ...(listing === null
    ? []
    : [
        {
          name: say.from,
          value: (
            <Link className="link" to={consolePaths.project(listing.id)}>
              {listing.title}
            </Link>
          ),
        },
      ]),
  ...(hiring === null
    ? []
    : [
        { name: say.creators, value: hiredOf(hiring) },
        {
          name: say.until,
          value: hiring.until === null ? say.noUntil : <Time value={hiring.until} />,
        },
        {
          name: say.total,
          value: hiring.budget_total === null ? say.noTotal : formatUsd(hiring.budget_total),
        },
        { name: say.committed, value: formatUsd(hiring.committed) },
      ]),
]
