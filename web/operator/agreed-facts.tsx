import { versionText } from '#contract/brief-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { OperatorProject } from '#contract/operator-project-schemas.ts'
import { roundWords } from '#contract/round-words.ts'
import { formatShortDay } from '#web/ui/dates.ts'
import { PriceWithNet } from './RecordCells.tsx'

/**
 * What the two sides of a deal agreed on, for the console; without a hire, only the version of the brief that exists.
 */
export const agreedFacts = ({
  agreed_price: price,
  agreed_net: net,
  rounds,
  brief,
}: Pick<OperatorProject, 'agreed_price' | 'agreed_net' | 'rounds' | 'brief'>) => [
  ...(price === null
    ? []
    : [
        {
          name: 'Agreed price',
          value: net === null ? formatUsd(price) : <PriceWithNet price={price} net={net} />,
        },
      ]),
  ...(rounds === null ? [] : [{ name: roundWords.label, value: roundWords.used(rounds) }]),
  { name: 'Brief', value: brief === null ? 'None' : briefText(brief) },
]

/** "Version 2, agreed Nov 23". */
const briefText = ({ version, agreed_at: agreed }: NonNullable<OperatorProject['brief']>) =>
  versionText(version, agreed === null ? null : formatShortDay(agreed))
