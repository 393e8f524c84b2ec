import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { APP_PAGES, PUBLIC_PAGES } from '#contract/pages.ts'

/** Files that are allowed to spell out page addresses, and why. */
const WRITTEN_OUT: Record<string, string> = {
  'paths.ts': 'builds them',
  'pages.ts': 'patterns of the pages that the server knows',
  'personal-pages.ts': 'patterns of those that it renders for their reader',
  'public-routes.ts': 'addresses of the auth service, below its own root',
  'door-words.ts': 'patterns, each with what signing in leads to',
  'prerender-entry.tsx': 'patterns, each with the screen whose scripts its page preloads',
  'first-calls.ts': 'stands in every page: each byte is downloaded before anything is shown',
}

const firstSegments = new Set(
  [...PUBLIC_PAGES, ...APP_PAGES].flatMap((page) => page.split('/')[1] || []),
)
/** A page address: at the beginning of a string, or after a site's address in a template. */
const address = new RegExp(
  String.raw`(?:['"\`]|\$\{(?!paths\.)[^}]*\})/(?:${[...firstSegments].join('|')})(?=['"\`/?#])(?!/v1)`,
  'g',
)

/** Page addresses in a source text, except in comments. */
const addressesIn = (source: string): string[] =>
  source.replace(/^\s*(\/\/|\/?\*).*$/gm, '').match(address) ?? []

test('the scan finds hard-coded page addresses, but not service paths or comments', () => {
  expect(addressesIn("const a = '/projects'")).toHaveLength(1)
  expect(addressesIn('const a = `${site}/profile/${id}`')).toHaveLength(1)
  expect(addressesIn("const a = '/auth/v1'")).toHaveLength(0)
  expect(addressesIn('/** `/profile` */')).toHaveLength(0)
})

test('no file hard-codes a page address, except contract/paths.ts and the others listed', () => {
  const files = execFileSync('git', ['ls-files', 'contract', 'server', 'web'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const elsewhere = files
    .filter((file) => !(basename(file) in WRITTEN_OUT))
    .flatMap((file) => addressesIn(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))
  expect(elsewhere).toEqual([])
})
