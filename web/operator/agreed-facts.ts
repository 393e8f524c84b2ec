import { formatUsd } from '#contract/money.ts'
import type { OperatorProject } from '#contract/operator-project-schemas.ts'
import { roundWords } from '#contract/round-words.ts'

/** What the two of a deal agreed on, for the console: nothing before someone is hired. */
export const agreedFacts = ({
  agreed_price: price,
  rounds,
}: Pick<OperatorProject, 'agreed_price' | 'rounds'>) => [
  ...(price === null ? [] : [{ name: 'Agreed price', value: formatUsd(price) }]),
  ...(rounds === null ? [] : [{ name: roundWords.label, value: roundWords.used(rounds) }]),
]
