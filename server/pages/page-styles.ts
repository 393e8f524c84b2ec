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

/**
 * Returns the rules of the complete style sheet that a page with these classes needs, in their order, so that the
 * cascade is unchanged; `own` names them in the format of contract/own-styles.ts.
 */
export function pageStyles(
  sheet: readonly SheetPart[],
  classes: ReadonlySet<string>,
): { css: string; own: string } {
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
