/** A rule of a style sheet: its prelude, and the content of its braces (rules again, or declarations). */
export interface StyleRule {
  prelude: string
  /** Null for a statement that ends with a semicolon. */
  body: string | null
}

/** At-rules whose braces contain rules. */
const HOLDS_RULES = /^@(layer|media|supports|container)\b/

/** Whether a rule is a block of other rules, such as `@media`. */
export const holdsRules = (rule: StyleRule): rule is StyleRule & { body: string } =>
  rule.body !== null && HOLDS_RULES.test(rule.prelude)

/** Formats a rule as in a minified sheet. */
export const writtenRule = ({ prelude, body }: StyleRule): string =>
  body === null ? `${prelude};` : `${prelude}{${body}}`

/** Splits a minified sheet, or the content of a block, into its rules. Throws when a brace is not closed. */
export function rulesOf(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  let from = 0
  for (let at = 0; at < css.length; at += 1) {
    at = afterText(css, at)
    if (css[at] === ';') {
      rules.push({ prelude: css.slice(from, at).trim(), body: null })
      from = at + 1
    } else if (css[at] === '{') {
      const end = closing(css, at)
      rules.push({ prelude: css.slice(from, at).trim(), body: css.slice(at + 1, end) })
      at = end
      from = end + 1
    }
  }
  return rules
}

/** Returns the position of the brace that closes the one at `open`. */
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

/** Braces in a quoted text or an unquoted address do not count: returns the position after what begins at `at`. */
function afterText(css: string, at: number): number {
  const begun = css.slice(at, at + 4)
  if (begun === 'url(') return css.indexOf(')', at)
  if (css[at] !== '"' && css[at] !== "'") return at
  let end = at + 1
  while (css[end] !== css[at]) end += css[end] === '\\' ? 2 : 1
  return end
}
