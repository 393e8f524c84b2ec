import { readOwnStyles } from '#contract/own-styles.ts'
import { expect, it } from 'vitest'
import { rulesApart, servedStyles, usedStyles } from './used-styles.ts'

const html = '<main class="page"><p class="lead big">…</p></main>'

it('keeps what the page uses, in its order, and every block', () => {
  const css =
    '@layer a,b;@layer a{p{margin:0}.page{color:red}.other{color:blue}}@media (width>1px){.other{top:0}}.lead.big,.gone{left:0}'
  const used = usedStyles(css, html)
  expect(used.css).toBe(
    '@layer a,b;@layer a{p{margin:0}.page{color:red}}@media (width>1px){}.lead.big,.gone{left:0}',
  )
  expect(readOwnStyles(used.own)).toEqual({
    count: 6,
    present: [true, true, true, false, false, true],
  })
})

it('handles braces in strings and classes inside :not() and :is()', () => {
  const css =
    '.page:before{content:"}{"}.page:not(.open){top:0}p:is(.x,.y),.z{top:1px}.q:is(.page){top:2px}'
  expect(usedStyles(css, html).css).toBe(
    '.page:before{content:"}{"}.page:not(.open){top:0}p:is(.x,.y),.z{top:1px}',
  )
})

it('keeps animations', () => {
  const css = '@keyframes spin{to{rotate:1turn}}.gone{animation:spin 1s}'
  expect(usedStyles(css, html).css).toBe('@keyframes spin{to{rotate:1turn}}')
})

it('separates fonts and rules that some browsers drop, which would shift the rule numbers', () => {
  const css =
    '@font-face{font-family:A}@layer a{@font-face{font-family:B}.page::-moz-meter-bar{top:0}.gone::-moz-meter-bar{top:0}.gone{top:0}}@media print{.page::-webkit-meter-bar{top:0}}.page{font-family:A}'
  const used = usedStyles(css, html)
  expect(used.css).toBe(
    '@layer a{}@media print{.page::-webkit-meter-bar{top:0}}.page{font-family:A}',
  )
  expect(used.apart).toBe(
    '@font-face{font-family:A}@layer a{@font-face{font-family:B}.page::-moz-meter-bar{top:0}}',
  )
  expect(readOwnStyles(used.own)).toEqual({
    count: 4,
    present: [false, false, false, true, true],
  })
})

it('without a page, separates every rule that some browsers drop', () => {
  const css =
    '@font-face{font-family:A}@layer a{.x::-moz-meter-bar{top:0}p{top:0}}.y::-moz-a{top:0}'
  expect(rulesApart(css)).toBe(
    '@font-face{font-family:A}@layer a{.x::-moz-meter-bar{top:0}}.y::-moz-a{top:0}',
  )
})

it('serves one rule per line, and no fonts', () => {
  const fonts =
    '@font-face{font-family:A;src:url(/a.woff2)}@font-face{font-family:"B}";src:url(/b.woff2)}'
  const css = `@layer a,b;${fonts}@layer a{${fonts}.page{font-family:A}@media print{p,a{top:0}}@media screen{}}p:after{content:"}"}`
  const served = servedStyles(css)
  expect(served.split('\n')).toEqual([
    '@layer a,b;',
    '@layer a{',
    '.page{font-family:A}',
    '@media print{',
    'p,a{top:0}',
    '}',
    '@media screen{',
    '}',
    '}',
    'p:after{content:"}"}',
  ])
  expect(servedStyles(served), 'served once more').toBe(served)
})

it('refuses a rule that spans several lines, as each line would count as a rule', () => {
  expect(() => servedStyles('.page{top:0;\nleft:0}')).toThrow('a rule has several lines')
})
