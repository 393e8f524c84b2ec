import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { visit } from './market.ts'

/**
 * Goes to a page and returns what a screen reader finds in a part of it: one line per item, links with their address.
 */
export async function readPage(page: Page, path: string, part = 'main'): Promise<string> {
  await visit(page, path)
  return read(page, part)
}

/** What a screen reader finds in a part of the current page. */
export const read = (page: Page, part = 'main'): Promise<string> =>
  page.locator(part).first().ariaSnapshot()

/** Expects a reading to contain each of these, in any order. */
export function expectLines(reading: string, ...lines: readonly string[]): void {
  // A reading has plain spaces, even where a non-breaking space keeps a date on one line.
  for (const line of lines) expect(reading).toContain(line.replaceAll('\u00a0', ' '))
}

/** A link as a screen reader finds it. */
interface ReadLink {
  name: string
  to: string
}

/** The links of a reading, in their order. */
export const linksIn = (reading: string): ReadLink[] =>
  [...reading.matchAll(/- (')?link "((?:\\"|[^"])*)"[^\n]*\n\s*- \/url: ([^\n]*)/g)].map(
    ([, , name = '', to = '']) => ({
      name: name.replaceAll('\\"', '"'),
      to: to.replace(/^"(.*)"$/, '$1'),
    }),
  )

/** Expects a link whose name contains this one to lead to exactly this address. */
export function expectLink(reading: string, name: string, to: string): void {
  const found = linksIn(reading).filter((link) => link.name.includes(name))
  expect(
    found.map((link) => link.to),
    `links ${name}`,
  ).toContain(to)
}
