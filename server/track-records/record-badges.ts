import { raw } from '#server/db/sql.ts'
import { BADGES, type BadgeName } from '#contract/badges.ts'

/** Computed in record-recount. */
const figure = (name: string, place: 0 | 1) => `(figured.figures->'${name}'->>${place})::integer`

function condition(name: BadgeName): string {
  const rule = BADGES[name].rule
  // Selects the first row instead of using `exists`, which would read every account when there are many people.
  if (rule === 'identity')
    return `(select true from stripe_accounts where user_id = figured.person and onboarding_complete and not closed limit 1)`
  const has = `'${name}' = any(old.badges)`
  const bound = ({ from, value }: { from: number; value: number }) => {
    const [n, of] = [figure(rule.figure, 0), figure(rule.figure, 1)]
    const good = rule.is === 'at_least' ? `100 * ${n} >= ${value} * ${of}` : `${n} <= ${value}`
    return `(${of} >= ${from} and ${good})`
  }
  return `case when ${has} then ${bound(rule.keep)} else ${bound(rule.earn)} end`
}

/**
 * The badges of a recounted person, by the rules of contract/badges.ts: a badge that someone already has is kept within
 * wider bounds than it was earned by. For `figured (person, figures)` and the stored row joined as `old`.
 */
export const badgesOf = raw(
  `array_remove(array[${(Object.keys(BADGES) as BadgeName[])
    .map((name) => `case when ${condition(name)} then '${name}' end`)
    .join(', ')}]::text[], null)`,
)
