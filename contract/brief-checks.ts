import { type Brief, type BriefCheck, type BriefItem, MACHINE_RULES } from './briefs.ts'
import type { MachineRule } from './briefs.ts'
import { machineCheckText } from './brief-item-words.ts'

/** Whether some item gives this rule a figure to compare with. */
const applies: Record<MachineRule, (item: BriefItem) => boolean> = {
  count: () => true,
  length: (item) => item.seconds_min !== null || item.seconds_max !== null,
  ratio: (item) => item.ratio !== 'any',
  width: (item) => item.min_width !== null,
  sound: (item) => item.sound,
}

/** The rules that these items can be checked by, in their order. */
export const applicableRules = (items: readonly BriefItem[]): MachineRule[] =>
  MACHINE_RULES.filter((rule) => items.some(applies[rule]))

/** The values compared for this rule. */
export const itemsUnder = (rule: MachineRule, items: readonly BriefItem[]): BriefItem[] =>
  items.filter(applies[rule])

/**
 * The checks of a brief, machine checks first: one for each rule its items allow, worded from their figures, so that no
 * check contradicts an item. Of what was sent only `must` counts for them; a new one is a must. Judged ones stay as they are.
 */
export function settledChecks(
  items: readonly BriefItem[],
  sent: readonly BriefCheck[],
): BriefCheck[] {
  const machine = applicableRules(items).map((rule): BriefCheck => ({
    id: rule,
    text: machineCheckText(rule, itemsUnder(rule, items)),
    kind: 'machine',
    rule,
    must: sent.find((check) => check.rule === rule)?.must ?? true,
  }))
  return [...machine, ...sent.filter(({ kind }) => kind === 'judged')]
}

/**
 * A stored brief with other pieces. A judged check may have the name of a rule that did not apply before: it gets a name of
 * its own, so that no two checks of a brief have the same.
 */
export function withItems(brief: Brief, items: BriefItem[]): Brief {
  const taken = new Set<string>([...applicableRules(items), ...brief.checks.map(({ id }) => id)])
  const rules: readonly string[] = applicableRules(items)
  const checks = brief.checks.map((check) => {
    if (check.kind !== 'judged' || !rules.includes(check.id)) return check
    let number = 2
    while (taken.has(`${check.id}-${number}`)) number += 1
    const id = `${check.id}-${number}`
    taken.add(id)
    return { ...check, id }
  })
  return settledBrief({ ...brief, items, checks })
}

/** A brief as it is stored: with the checks that follow from its items. */
export const settledBrief = (brief: Brief): Brief => ({
  ...brief,
  checks: settledChecks(brief.items, brief.checks),
})
