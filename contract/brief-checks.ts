import { type Brief, type BriefCheck, type BriefItem, MACHINE_RULES } from './briefs.ts'
import type { MachineRule } from './briefs.ts'
import { machineCheckText } from './brief-item-words.ts'

/** Whether any item gives this rule a value to compare with. */
const applies: Record<MachineRule, (item: BriefItem) => boolean> = {
  count: () => true,
  length: (item) => item.seconds_min !== null || item.seconds_max !== null,
  ratio: (item) => item.ratio !== 'any',
  width: (item) => item.min_width !== null,
  sound: (item) => item.sound,
}

/** Returns the rules that these items can be checked by, in their order. */
export const applicableRules = (items: readonly BriefItem[]): MachineRule[] =>
  MACHINE_RULES.filter((rule) => items.some(applies[rule]))

/** Returns the values compared for this rule. */
export const itemsUnder = (rule: MachineRule, items: readonly BriefItem[]): BriefItem[] =>
  items.filter(applies[rule])

/**
 * Returns the checks of a brief, machine checks first: one for each rule its items allow, worded from their values, so
 * that no check contradicts an item. Of what was sent only `must` is used for them; a new one is a must. Judged checks
 * stay as they are.
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
 * Returns a stored brief with other pieces. A judged check may have the name of a rule that did not apply before: it
 * gets a new name, so that no two checks of a brief share one.
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

/** Returns a brief as it is stored: with the checks that follow from its items. */
export const settledBrief = (brief: Brief): Brief => ({
  ...brief,
  checks: settledChecks(brief.items, brief.checks),
})
