import { classesIn } from '#server/pages/classes-in.ts'
import { pageStyles, type SheetPart } from '#server/pages/page-styles.ts'
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
  return {
    ...pageStyles(sheetOf(css), classes),
    apart: rulesApart(css, (selectors) => selectors.some((names) => hasAll(classes, names))),
  }
}

/** Returns a built (minified) style sheet as `pageStyles` reads it, without its fonts. */
export const sheetOf = (css: string): SheetPart[] =>
  rulesOf(css)
    .filter((rule) => !isFont(rule))
    .map((rule) =>
      holdsRules(rule)
        ? { opening: rule.prelude, rules: sheetOf(rule.body) }
        : // No page has it in this sheet.
          { css: writtenRule(rule), needs: isVendors(rule) ? [] : classesOf(rule) },
    )

/**
 * Returns what a page carries in a sheet of its own: fonts, and the rules with another vendor's prefix, by default all
 * of them.
 */
export const rulesApart = (
  css: string,
  isUsed: (selectors: readonly string[][]) => boolean = () => true,
): string =>
  rulesOf(css)
    .map((rule) => {
      if (!holdsRules(rule)) {
        const isKept = isFont(rule) || (isVendors(rule) && isUsed(classesOf(rule)))
        return isKept ? writtenRule(rule) : ''
      }
      const inside = rulesApart(rule.body, isUsed)
      return inside && `${rule.prelude}{${inside}}`
    })
    .join('')

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

/**
 * Returns the classes of each of a rule's selectors: "a.x,.y:is(.z)" has `['x']` and `['y']`. The content of brackets
 * (":not(.a)", '[data-x="."]') does not affect what is needed. Every page needs what is not about elements.
 */
function classesOf({ prelude }: StyleRule): string[][] {
  if (prelude.startsWith('@')) return [[]]
  return prelude.split(/,(?![^(]*\))/).map((selector) => {
    const plain = selector.replaceAll(/\([^()]*\)|\[[^\]]*\]/g, '')
    return [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
      name.replaceAll('\\', ''),
    )
  })
}

const hasAll = (classes: ReadonlySet<string>, names: readonly string[]): boolean =>
  names.every((name) => classes.has(name))
