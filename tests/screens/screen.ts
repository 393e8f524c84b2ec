import type { Page } from 'playwright-core'
import type { SignedIn } from '#tests/support/demo-copy.ts'

/** One picture's subject: a page, and what `open` opens over it. */
export interface Screen {
  name: string
  path: string
  as?: SignedIn
  open?: (page: Page) => Promise<void>
  /** `open` leads to another page, which is captured as a whole. */
  leads?: boolean
  /** Only in a window of this width. */
  only?: 1440 | 390
  /** What has to happen before it can be seen. Such pictures are taken after all others. */
  after?: () => Promise<void>
  /** Its printed sheets are captured as well. */
  prints?: boolean
}

/** Clicks the element named `name` and waits for what it opens, by default a dialog. */
export function press(
  role: 'button' | 'link' | 'tab',
  name: string | RegExp,
  shows = 'dialog[open]',
) {
  return async (page: Page): Promise<void> => {
    await page.getByRole(role, { name, exact: true }).first().click()
    await page.locator(shows).first().waitFor()
  }
}
