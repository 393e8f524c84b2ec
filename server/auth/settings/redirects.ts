import type { AuthSettings } from './auth-settings.ts'
import { isAppAddress } from '#server/config/redirect-list.ts'

type RedirectRules = Pick<AuthSettings, 'siteUrl' | 'redirectAllowList'>

/**
 * Returns where a person may be sent: the first allowed candidate, otherwise the product's address. Candidates come
 * from the request and are not trusted.
 */
export function redirectTarget(rules: RedirectRules, candidates: readonly unknown[]): string {
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && isAllowedRedirect(rules, candidate))
      return new URL(candidate).href
  }
  return new URL(rules.siteUrl).href
}

/** AUTH §9. The text must already be in the form a browser would give it, so that it cannot be read in a second way. */
export function isAllowedRedirect(rules: RedirectRules, text: string): boolean {
  // Parsers disagree about white space, control characters and backslashes.
  if (text.length > 2_048 || !/^[\u0021-\u007e]+$/.test(text) || text.includes('\\')) return false
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  if (isAppAddress(url)) return url.href === text && isListed(rules, url)
  const written = /^(https?):\/\/([^/?#]*)/i.exec(text)
  if (written === null || (written[2] ?? '').includes('@')) return false
  // 0x7f.1 and 2130706433 parse as 127.0.0.1, so a host must be written in its normal form.
  const host = (written[2] ?? '').toLowerCase()
  const withPort = `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
  if (host !== url.host && host !== withPort) return false

  const site = new URL(rules.siteUrl)
  const sameHost = url.protocol === site.protocol && url.hostname === site.hostname
  if (sameHost && (url.port === site.port || isLoopback(site.hostname))) return true
  return isListed(rules, url)
}

/** Fragments are not compared (AUTH §9). */
function isListed({ redirectAllowList }: RedirectRules, { href }: URL): boolean {
  const [compared = ''] = href.split('#')
  return redirectAllowList.some((pattern) => matches(pattern, compared))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** Matches the whole address; `*` matches anything but '.' and '/'. */
function matches(pattern: string, href: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^./]*')
  return new RegExp(`^${source}$`).test(href)
}

/** Adds query parameters, keeping existing ones. */
export function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** Puts values into the fragment, which only the page itself reads. */
export function withFragment(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams(values).toString()
  return url.href
}
