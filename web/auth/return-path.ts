import { paths } from '#contract/paths.ts'

/** What mailed links and providers put into the query of the page they return to. */
export const LEFTOVERS = ['code', 'error', 'error_code', 'error_description'] as const

/**
 * A path to go to after signing in: inside this app and not the auth screen itself. Anything else (another site, a
 * scheme, nothing) is null.
 */
export function safeReturnPath(path: unknown): string | null {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return null
  const url = new URL(path, 'http://app.invalid')
  if (url.host !== 'app.invalid' || url.pathname === paths.auth) return null
  // The leftovers of a completed sign-in must not be carried along.
  for (const name of LEFTOVERS) url.searchParams.delete(name)
  return url.pathname + url.search + url.hash
}
