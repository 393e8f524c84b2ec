import { expect, test } from 'vitest'
import { pageStyles, type SheetPart } from './page-styles.ts'

/** The styles of a page are those of its classes, whatever other pages were rendered before it. */

const rule = (name: string): SheetPart => ({ css: `.${name}{}`, needs: [[name]] })
const names = Array.from({ length: 8 }, (_, n) => `c${n}`)
const sheet: SheetPart[] = [...names.map(rule), { opening: '@media print', rules: names.map(rule) }]

/** Every subset of the classes: more pages than are remembered. */
const pages = Array.from({ length: 2 ** names.length }, (_, bits) =>
  names.filter((_name, n) => (bits >> n) & 1),
)

test.each(['in order', 'in reverse'])(
  'each of 256 pages has the rules of its own classes, again and again, %s',
  (order) => {
    const turn = order === 'in order' ? pages : pages.toReversed()
    for (const classes of [...turn, ...turn]) {
      const rules = classes.map((name) => `.${name}{}`).join('')
      const { css, own } = pageStyles(sheet, new Set(classes))
      expect(css).toBe(`${rules}@media print{${rules}}`)
      expect(own).toMatch(new RegExp(`^${2 * classes.length + 1}\\b`))
    }
  },
)

test('a page with the same classes gets the same styles, and another sheet’s are its own', () => {
  const classes = new Set(['c1', 'c2'])
  expect(pageStyles(sheet, new Set(classes))).toBe(pageStyles(sheet, classes))
  expect(pageStyles([rule('c2')], classes).css).toBe('.c2{}')
})
