import type { OperatorPersonRow } from '#contract/operator-record-schemas.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { formatDay } from '#web/ui/dates.ts'

/** The state of an account. */
export function PersonState({
  person,
}: {
  person: Pick<OperatorPersonRow, 'state' | 'banned_until'>
}) {
  if (person.state === 'active')
    return (
      <Badge tone="green" glyph="check">
        Active
      </Badge>
    )
  if (person.state === 'unconfirmed')
    return (
      <Badge tone="yellow" glyph="clock">
        Unconfirmed
      </Badge>
    )
  if (person.state === 'deleted')
    return (
      <Badge tone="gray" glyph="dashed-ring">
        Deleted
      </Badge>
    )
  return (
    <Badge tone="red" glyph="cross">
      {person.banned_until === null ? 'Banned' : `Banned until ${formatDay(person.banned_until)}`}
    </Badge>
  )
}
