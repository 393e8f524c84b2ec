import { classesIn } from '#server/pages/classes-in.ts'
import { writeOwnStyles } from '#contract/own-styles.ts'
import { holdsRules, rulesOf, type StyleRule, writtenRule } from './style-rules.ts'

/** The part of the complete style sheet that a page carries. */
export interface UsedStyles {
  /** The sheet that the app completes (web/start-up/complete-styles.ts). */
  css: string
  /** The rules of the complete sheet that it has, in the format of contract/own-styles.ts. */
  own: string
  /** A sheet of its own: fonts, and the rules that only some browsers understand. */
  apart: string
}

/**
 * Returns the part of a built (minified) style sheet that a page with this HTML needs: rules whose classes all occur in
 * it, rules without classes, and everything that is not a rule about elements. The order stays, so the cascade is
 * unchanged. Blocks such as `@media` stay even when they are empty: the app inserts the other rules into them.
 */
export function usedStyles(css: string, html: string): UsedStyles {
  const classes = classesIn(html)
  const isUsed = (rule: StyleRule) =>
    isAtRule(rule) || selectorsOf(rule).some((one) => hasClasses(one, classes))
  const present: boolean[] = []
  let count = 0
  const keep = (rules: readonly StyleRule[]): string =>
    rules
      .map((rule) => {
        if (isFont(rule)) return ''
        if (holdsRules(rule)) {
          count += 1
          return `${rule.prelude}{${keep(rulesOf(rule.body))}}`
        }
        const isPresent = !isVendors(rule) && isUsed(rule)
        present.push(isPresent)
        if (isPresent) count += 1
        return isPresent ? writtenRule(rule) : ''
      })
      .join('')
  const keepApart = (rules: readonly StyleRule[]): string =>
    rules
      .map((rule) => {
        if (!holdsRules(rule))
          return isFont(rule) || (isVendors(rule) && isUsed(rule)) ? writtenRule(rule) : ''
        const inside = keepApart(rulesOf(rule.body))
        return inside && `${rule.prelude}{${inside}}`
      })
      .join('')
  const rules = rulesOf(css)
  const kept = keep(rules)
  return { css: kept, own: writeOwnStyles({ count, present }), apart: keepApart(rules) }
}

/**
 * The complete style sheet as it is served: one rule per line, and without its fonts, which every page carries in its
 * own styles. Browsers lay out the whole page again when a sheet that arrives later declares a font, even one that is
 * already declared: 100 ms on a slow phone.
 */
export function servedStyles(css: string): string {
  const lines = rulesOf(css)
    .filter((rule) => !isFont(rule))
    .flatMap((rule) =>
      holdsRules(rule) ? [`${rule.prelude}{`, servedStyles(rule.body), '}'] : [oneLine(rule)],
    )
  return lines.filter((line) => line !== '').join('\n')
}

/** Throws for a rule that is not minified: its lines would count as rules. */
function oneLine(rule: StyleRule): string {
  const line = writtenRule(rule)
  if (line.includes('\n')) throw new Error(`a rule has several lines: ${line}`)
  return line
}

const isFont = ({ prelude }: StyleRule) => prelude === '@font-face'

/** `::-webkit-` is known to all browsers; they drop a rule with another vendor's prefix. */
const isVendors = ({ prelude }: StyleRule) => /::-(?!webkit-)/.test(prelude)

const isAtRule = ({ prelude }: StyleRule) => prelude.startsWith('@')

/** "a,b:is(c,d)" is two selectors. */
const selectorsOf = ({ prelude }: StyleRule): string[] => prelude.split(/,(?![^(]*\))/)

/** The content of brackets (":not(.a)", '[data-x="."]') does not affect what is needed. */
function hasClasses(selector: string, classes: ReadonlySet<string>): boolean {
  const plain = selector.replaceAll(/\([^()]*\)|\[[^\]]*\]/g, '')
  return [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].every(([, name = '']) =>
    classes.has(name.replaceAll('\\', '')),
  )
}
