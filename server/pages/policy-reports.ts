import { APP_PAGES, PUBLIC_PAGES } from '#contract/pages.ts'

/** Where browsers report what a page's policy blocked. Anyone may post there; nothing is returned or stored. */
export const POLICY_REPORTS_PATH = '/policy-reports'

/**
 * The end of a policy. Every browser supports `report-uri`, and sends at once. Chromium ignores it when `report-to` is
 * present; it accepts the endpoints of `report-to` over https only, and then sends after a minute.
 */
export const REPORTING = `report-uri ${POLICY_REPORTS_PATH}`

/** What we log of a report: nothing a person wrote, no personal address, and no id. */
export interface PolicyReport {
  /** "script-src-elem"; "other" for a directive that our policies do not name. */
  directive: string
  /** "inline", "eval", "trusted-types-sink", a scheme, "self", or another site's host. */
  blocked: string
  /** The first part of the page's path, "/projects"; "other" for paths that are not pages of ours. */
  page: string
  /** "Element innerHTML", for a refused sink. */
  sink: string | null
}

const DIRECTIVES = new Set(
  (
    'script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src media-src font-src ' +
    'connect-src frame-src manifest-src worker-src object-src child-src base-uri form-action frame-ancestors ' +
    'require-trusted-types-for trusted-types default-src'
  ).split(' '),
)
const WORDS = new Set(['inline', 'eval', 'wasm-eval', 'trusted-types-sink', 'trusted-types-policy'])
const PLACES = new Set(
  [...PUBLIC_PAGES, ...APP_PAGES].map((page) => `/${page.split('/')[1] ?? ''}`),
)
/** The sink's name before the "|" of a sample; the blocked text follows it. */
const SINK = /^([A-Za-z]{1,40}( [A-Za-z]{1,40})?)\|/
/** Extensions in the visitor's browser that change pages: their scripts are not ours to fix. */
const EXTENSION = /^[a-z-]*extension:/

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * Reads a body as browsers send it. Returns null for anything that is not a report, and for what a browser's extension
 * caused.
 */
export function readPolicyReport(body: unknown): PolicyReport | null {
  const fields = isFields(body) ? body['csp-report'] : null
  if (!isFields(fields)) return null
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value.slice(0, 2_000) : ''
  }
  if (EXTENSION.test(text('source-file'))) return null
  const directive = text('effective-directive')
  const page = text('document-uri')
  return {
    directive: DIRECTIVES.has(directive) ? directive : 'other',
    blocked: blockedOf(text('blocked-uri'), page),
    page: placeOf(page),
    sink: SINK.exec(text('script-sample'))?.[1] ?? null,
  }
}

function blockedOf(blocked: string, page: string): string {
  if (WORDS.has(blocked)) return blocked
  if (!URL.canParse(blocked)) return /^[a-z]{1,20}$/.test(blocked) ? blocked : 'other'
  const { protocol, host } = new URL(blocked)
  if (URL.canParse(page) && new URL(page).host === host) return 'self'
  return host === '' ? protocol : host.slice(0, 100)
}

function placeOf(page: string): string {
  if (!URL.canParse(page)) return 'other'
  const place = `/${new URL(page).pathname.split('/')[1] ?? ''}`
  return PLACES.has(place) ? place : 'other'
}
