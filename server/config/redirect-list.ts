/**
 * The further addresses a sign-in may return to (AUTH_REDIRECTS), checked once at start: an entry that cannot match, or
 * that matches more than anyone intends, is a mistake to find before people sign in.
 */

/** Browsers execute these, open files with them or pass them to other programs; none belongs to an app. */
const FORBIDDEN_SCHEMES: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'mailto:',
  'sms:',
  'tel:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
])

export const isWebAddress = ({ protocol }: URL): boolean =>
  protocol === 'http:' || protocol === 'https:'

/** Whether an address belongs to an app on a device: `com.example.app://back`, `com.example.app:/back`. */
export function isAppAddress(url: URL): boolean {
  const { href, protocol } = url
  return !isWebAddress(url) && !FORBIDDEN_SCHEMES.has(protocol) && href.startsWith(`${protocol}/`)
}

/** An entry, normalized for comparison, or the reason it is invalid. */
export function redirectEntry(text: string): { entry: string } | { problem: string } {
  const problem = problemOf(text)
  return problem === null ? { entry: new URL(text).href } : { problem: `"${text}" ${problem}` }
}

function problemOf(text: string): string | null {
  if (!/^[\u0021-\u007e]+$/.test(text) || text.includes('\\'))
    return 'has characters that no address has'
  if (!URL.canParse(text)) return 'is not an address like https://app.example/back'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'names a user'
  if (text.includes('#')) return 'has a "#"; what is behind it is never compared'
  if (isAppAddress(url)) return null
  if (!/^https?:\/\//i.test(text)) return 'leads to nothing people can be sent to'
  // `*.example.com` belongs to someone, `*.com` to everyone.
  const site = url.hostname.split('.').slice(-2).join('.')
  return site.includes('*') ? 'has a "*" in the last two parts of its host' : null
}

/**
 * The origins of the entries whose pages may call us. An app has none: its origin would be "null", which anyone can
 * send.
 */
export function originsOf(entries: readonly string[]): string[] {
  return entries
    .filter((entry) => !entry.includes('*'))
    .map((entry) => new URL(entry))
    .filter(isWebAddress)
    .map((url) => url.origin)
}
