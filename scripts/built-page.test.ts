import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namedManifest } from './built-page.ts'

test('the installed app has the name the site has, and everything else of its manifest', () => {
  const shipped = readFileSync('web/public/manifest.webmanifest', 'utf8')
  const named = JSON.parse(namedManifest(shipped, 'Mortise & Tenon')) as Record<string, unknown>
  expect(named).toEqual({
    ...(JSON.parse(shipped) as object),
    name: 'Mortise & Tenon',
    short_name: 'Mortise & Tenon',
  })
})
