import type { Page } from 'playwright-core'

/** What every refused call gives as its reason. */
export const REASON = 'The line is busy.'

/**
 * Refuses every such call of this window from now on, until `page.unrouteAll({ behavior })`. Without its behavior, a
 * refusal that is just under way fails the whole run: removing a route continues its requests, and answering one of
 * them after that throws. A refusal below 500 is final, so nothing waits for retries. Pages begin as the app's frame,
 * without the cookie that a refreshed session brings: a page that the server renders has already made the read.
 */
export async function refuse(
  page: Page,
  method: string,
  path: RegExp,
  code = 'request.malformed',
  status = 400,
): Promise<unknown> {
  await page.context().clearCookies({ name: 'page-session' })
  return page.route(
    (url) => path.test(url.pathname),
    (route) =>
      route.request().method() === method
        ? route.fulfill({
            status,
            contentType: 'application/problem+json',
            body: JSON.stringify({ status, code, message: REASON, request_id: 'r' }),
          })
        : route.fallback(),
  )
}
