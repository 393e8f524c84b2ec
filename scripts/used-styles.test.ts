import { expect, it } from 'vitest'
import { usedStyles, withoutFonts } from './used-styles.ts'

const html = '<main class="page"><p class="lead big">…</p></main>'

it('keeps what the page uses, in its order, and drops the rest', () => {
  const css =
    '@layer a,b;@layer a{p{margin:0}.page{color:red}.other{color:blue}}@media (width>1px){.other{top:0}}.lead.big,.gone{left:0}'
  expect(usedStyles(css, html)).toBe(
    '@layer a,b;@layer a{p{margin:0}.page{color:red}}.lead.big{left:0}',
  )
})

it('is not misled by braces in texts and classes in brackets', () => {
  const css = '.page:before{content:"}{"}.page:not(.open){top:0}p:is(.x,.y),.z{top:1px}'
  expect(usedStyles(css, html)).toBe(
    '.page:before{content:"}{"}.page:not(.open){top:0}p:is(.x,.y){top:1px}',
  )
})

it('keeps an animation only when something uses it', () => {
  const css =
    '@keyframes seat{0%{top:0}to{top:1px}}@keyframes spin{to{rotate:1turn}}.page{animation:seat 1s}.other{animation:spin 1s}'
  expect(usedStyles(css, html)).toBe(
    '@keyframes seat{0%{top:0}to{top:1px}}.page{animation:seat 1s}',
  )
})

it('leaves nothing out but the fonts of a sheet whose pages carry them', () => {
  const fonts =
    '@font-face{font-family:A;src:url(/a.woff2)}@font-face{font-family:"B}";src:url(/b.woff2)}'
  expect(
    withoutFonts(`@layer a,b;${fonts}@layer a{${fonts}.page{font-family:A}}p:after{content:"}"}`),
  ).toBe('@layer a,b;@layer a{.page{font-family:A}}p:after{content:"}"}')
})
