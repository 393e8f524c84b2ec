import { writeOwnStyles } from '#contract/own-styles.ts'

/** A rule of the complete style sheet, as the build wrote it. */
interface SheetRule {
  css: string
  /** For each of its selectors, the classes in it: a page needs the rule if it has every class of one selector. */
  needs: readonly (readonly string[])[]
}

/** A block of rules, such as `@media`. Every page has it, because the app inserts the other rules into it. */
interface SheetBlock {
  opening: string
  rules: readonly SheetPart[]
}

export type SheetPart = SheetRule | SheetBlock

/** The styles of a page. `own` names its rules in the format of contract/own-styles.ts. */
interface PageStyles {
  css: string
  own: string
}

/**
 * Pages of one kind mostly have the same classes, and choosing their rules is a twentieth of what rendering one costs.
 * The number is our choice: some 3 MB of styles.
 */
const REMEMBERED = 100
const known = new WeakMap<readonly SheetPart[], Map<string, PageStyles>>()

/**
 * Returns the rules of the complete style sheet that a page with these classes needs, in their order, so that the
 * cascade is unchanged. Remembers the last ones.
 */
export function pageStyles(sheet: readonly SheetPart[], classes: ReadonlySet<string>): PageStyles {
  const ofSheet = known.get(sheet) ?? new Map<string, PageStyles>()
  known.set(sheet, ofSheet)
  const key = [...classes].join(' ')
  const styles = ofSheet.get(key) ?? chosen(sheet, classes)
  if (ofSheet.size >= REMEMBERED && !ofSheet.has(key)) ofSheet.clear()
  ofSheet.set(key, styles)
  return styles
}

function chosen(sheet: readonly SheetPart[], classes: ReadonlySet<string>): PageStyles {
  const present: boolean[] = []
  let count = 0
  function write(parts: readonly SheetPart[]): string {
    let css = ''
    for (const part of parts) {
      if ('rules' in part) {
        count += 1
        css += `${part.opening}{${write(part.rules)}}`
        continue
      }
      const isPresent = part.needs.some((names) => names.every((name) => classes.has(name)))
      present.push(isPresent)
      if (!isPresent) continue
      count += 1
      css += part.css
    }
    return css
  }
  const css = write(sheet)
  return { css, own: writeOwnStyles({ count, present }) }
}
