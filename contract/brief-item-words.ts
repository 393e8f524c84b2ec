import {
  BRIEF_LIMITS,
  type BriefItem,
  type ItemKind,
  type MachineRule,
  type Ratio,
} from './briefs.ts'
import { numberText } from './number-text.ts'

/** How the items of a brief are worded for people. */

export const itemKindWords: Record<ItemKind, { one: string; many: string }> = {
  video: { one: 'video', many: 'videos' },
  photo: { one: 'photo', many: 'photos' },
  text: { one: 'text', many: 'texts' },
}

export const ratioWords: Record<Ratio, string> = {
  '9:16': '9:16 upright',
  '4:5': '4:5 portrait',
  '1:1': '1:1 square',
  '16:9': '16:9 wide',
  any: 'Any shape',
}

const extraWords = {
  sound: 'sound',
  captions: 'captions',
  raw: 'raw footage',
} as const

/** "15–30 s", "at least 15 s", "up to 30 s"; null without a bound. */
export function lengthText({
  seconds_min: least,
  seconds_max: most,
}: Pick<BriefItem, 'seconds_min' | 'seconds_max'>): string | null {
  if (least === null) return most === null ? null : `up to ${numberText(most)} s`
  if (most === null) return `at least ${numberText(least)} s`
  return least === most ? `${numberText(least)} s` : `${numberText(least)}–${numberText(most)} s`
}

/** "at least 1080 px wide"; null without a bound. */
export const widthText = ({ min_width: width }: Pick<BriefItem, 'min_width'>): string | null =>
  width === null ? null : `at least ${width} px wide`

/** "3 videos"; "3 × Hook variation" where it has a name. */
export function itemName({
  what,
  count,
  label,
}: Pick<BriefItem, 'what' | 'count' | 'label'>): string {
  if (label !== null) return `${count} × ${label}`
  return `${count} ${count === 1 ? itemKindWords[what].one : itemKindWords[what].many}`
}

/** The other requirements of an item, in the order of its form: ["9:16 upright", "15–30 s", "captions"]. */
export function itemFacts(item: BriefItem): string[] {
  const { ratio, sound, captions, raw } = item
  return [
    ratio === 'any' ? null : ratioWords[ratio],
    lengthText(item),
    widthText(item),
    sound ? extraWords.sound : null,
    captions ? extraWords.captions : null,
    raw ? extraWords.raw : null,
  ].filter((fact) => fact !== null)
}

/** An item as one line: "3 × Hook variation (video): 9:16 upright, 6–10 s". */
export function itemText(item: BriefItem): string {
  const kind = item.label === null ? '' : ` (${itemKindWords[item.what].one})`
  const facts = itemFacts(item)
  return `${itemName(item)}${kind}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`
}

/** The name of an item in a check and beside its files: "Hook variation", "video". */
export const itemCalled = ({ label, what }: Pick<BriefItem, 'label' | 'what'>): string =>
  label ?? itemKindWords[what].one

const ruleTexts: Record<MachineRule, { before: string; figure: (item: BriefItem) => string }> = {
  count: { before: 'Number of files', figure: ({ count }) => String(count) },
  length: { before: 'Length', figure: (item) => lengthText(item) ?? '' },
  ratio: { before: 'Shape', figure: ({ ratio }) => ratio },
  width: { before: 'Size', figure: (item) => widthText(item) ?? '' },
  sound: { before: 'Sound', figure: () => 'can be heard' },
}

/** The text of a machine check: "Length: 15–30 s (video), 6–10 s (hook)". At most `BRIEF_LIMITS.line` characters. */
export function machineCheckText(rule: MachineRule, items: readonly BriefItem[]): string {
  const { before, figure } = ruleTexts[rule]
  const figures = [...new Set(items.map(figure))]
  const text =
    figures.length === 1 && rule !== 'count'
      ? figures[0]
      : items.map((item) => `${figure(item)} (${itemCalled(item)})`).join(', ')
  return shortened(`${before}: ${text}`)
}

/** Ends with "…" when it would exceed the length limit of a check. */
function shortened(text: string): string {
  return text.length <= BRIEF_LIMITS.line
    ? text
    : `${text.slice(0, BRIEF_LIMITS.line - 1).trimEnd()}…`
}
