import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { visit } from './market.ts'

/** Goes to a page and answers what a screen reader finds in a part of it: a line for each thing, links with their address. */
export async function readPage(page: Page, path: string, part = 'main'): Promise<string> {
  await visit(page, path)
  return read(page, part)
}

/** What a screen reader finds in a part of the page as it stands. */
export const read = (page: Page, part = 'main'): Promise<string> =>
  page.locator(part).first().ariaSnapshot()

/** Expects a reading to hold each of these, in whatever order. */
export function expectLines(reading: string, ...lines: readonly string[]): void {
  for (const line of lines) expect(reading).toContain(line)
}

/** Expects a link with this name to lead to this address. */
export function expectLink(reading: string, name: string, to: string): void {
  const links = reading.split(/\n(?=\s*- )/)
  const at = links.findIndex((line) => line.includes('link') && line.includes(name))
  expect(at, `a link ${name}`).toBeGreaterThanOrEqual(0)
  expect(links.slice(at, at + 2).join('\n'), name).toContain(`/url: ${to}`)
}
