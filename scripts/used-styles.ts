import { classesIn } from '#server/pages/classes-in.ts'

/** A rule of a style sheet: its prelude, and the content of its braces (rules again, or declarations). */
interface Rule {
  prelude: string
  /** Null for a statement that ends with a semicolon. */
  body: string | null
}

/** At-rules whose braces hold rules. */
const HOLDS_RULES = /^@(layer|media|supports|container)\b/

/**
 * The part of a built (minified) style sheet that a prerendered page uses: rules whose classes all occur in its HTML,
 * and rules without classes. The order stays, so the cascade is unchanged.
 */
export function usedStyles(css: string, html: string): string {
  const kept = keep(css, classesIn(html))
  return withoutUnusedKeyframes(kept)
}

/**
 * A style sheet without its fonts, which every page carries in its own styles. Browsers lay out the whole page again when a
 * sheet that arrives later declares a font, also one that is there: 100 ms on a slow phone.
 */
export const withoutFonts = (css: string): string =>
  rulesOf(css)
    .filter(({ prelude }) => prelude !== '@font-face')
    .map(({ prelude, body }) =>
      body === null
        ? `${prelude};`
        : `${prelude}{${HOLDS_RULES.test(prelude) ? withoutFonts(body) : body}}`,
    )
    .join('')

function keep(css: string, classes: ReadonlySet<string>): string {
  let kept = ''
  for (const { prelude, body } of rulesOf(css)) {
    if (body === null) kept += `${prelude};`
    else if (HOLDS_RULES.test(prelude)) {
      const inside = keep(body, classes)
      if (inside !== '') kept += `${prelude}{${inside}}`
    } else if (prelude.startsWith('@')) kept += `${prelude}{${body}}`
    else {
      const used = selectorsOf(prelude).filter((selector) => isUsed(selector, classes))
      if (used.length > 0) kept += `${used.join(',')}{${body}}`
    }
  }
  return kept
}

/** Splits a sheet, or the content of an at-rule, into its rules. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  let from = 0
  for (let at = 0; at < css.length; at += 1) {
    at = afterText(css, at)
    if (css[at] === ';') {
      rules.push({ prelude: css.slice(from, at), body: null })
      from = at + 1
    } else if (css[at] === '{') {
      const end = closing(css, at)
      rules.push({ prelude: css.slice(from, at), body: css.slice(at + 1, end) })
      at = end
      from = end + 1
    }
  }
  return rules
}

/** The position of the brace that closes the one at `open`. */
function closing(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at += 1) {
    at = afterText(css, at)
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`a rule is not closed: ${css.slice(open, open + 80)}`)
}

/** Braces in a quoted text or an unquoted address do not count: the position after what begins at `at`. */
function afterText(css: string, at: number): number {
  const begun = css.slice(at, at + 4)
  if (begun === 'url(') return css.indexOf(')', at)
  if (css[at] !== '"' && css[at] !== "'") return at
  let end = at + 1
  while (css[end] !== css[at]) end += css[end] === '\\' ? 2 : 1
  return end
}

/** "a,b:is(c,d)" is two selectors. */
function selectorsOf(prelude: string): string[] {
  return prelude.split(/,(?![^(]*\))/)
}

/** The content of brackets (":not(.a)", '[data-x="."]') says nothing about what is needed. */
function isUsed(selector: string, classes: ReadonlySet<string>): boolean {
  const plain = selector.replaceAll(/\([^()]*\)|\[[^\]]*\]/g, '')
  return [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].every(([, name = '']) =>
    classes.has(name.replaceAll('\\', '')),
  )
}

function withoutUnusedKeyframes(css: string): string {
  return css.replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
    css.replaceAll(rule, '').includes(name) ? rule : '',
  )
}
