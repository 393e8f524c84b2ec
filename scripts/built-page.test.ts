import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namedManifest } from './built-page.ts'

test('the manifest takes the name of the site, and is otherwise unchanged', () => {
  const shipped = readFileSync('web/public/manifest.webmanifest', 'utf8')
  const named = JSON.parse(namedManifest(shipped, 'Mortise & Tenon')) as Record<string, unknown>
  expect(named).toEqual({
    ...(JSON.parse(shipped) as object),
    name: 'Mortise & Tenon',
    short_name: 'Mortise & Tenon',
  })
})
