import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EMPTY_ROOT } from '#contract/pages.ts'
import { fill, type Frame, namedManifest, shell } from './built-page.ts'

test('the manifest takes the name of the site, and is otherwise unchanged', () => {
  const shipped = readFileSync('web/public/manifest.webmanifest', 'utf8')
  const named = JSON.parse(namedManifest(shipped, 'Mortise & Tenon')) as Record<string, unknown>
  expect(named).toEqual({
    ...(JSON.parse(shipped) as object),
    name: 'Mortise & Tenon',
    short_name: 'Mortise & Tenon',
  })
})

test('a page carries the styles of what the template shows beside the root', () => {
  const link = '<link rel="stylesheet" href="/all.css" />'
  const frame: Frame = {
    template: `<html lang="en"><head><script></script>${link}</head><body>${EMPTY_ROOT}<p class="strip"></p></body></html>`,
    styles: { link, address: '/all.css', css: '.strip{top:0}.page{top:1px}.other{top:2px}' },
    askEarly: '',
  }
  const markup = '<main class="page"></main>'
  const filled = fill(frame, { markup, preloads: '', head: '', scripts: [], waits: true })
  for (const page of [filled, shell(frame, markup)])
    expect(page).toContain('<style>.strip{top:0}.page{top:1px}</style>')
})
