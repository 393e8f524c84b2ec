import { STATEMENT_LINK_SECONDS } from '#contract/statements.ts'
import type { Side } from '#server/documents/record/period-store.ts'
import { type LinkSettings, signedAddress } from '#server/uploads/link-settings.ts'

type Keys = Pick<LinkSettings, 'keys'>

/** The person and the days of a statement. */
export interface LinkedStatement {
  side: Side
  from: string
  to: string
}

/**
 * Returns a link to a person's statement that works for anyone who has it, for five minutes. Give it to that person
 * only.
 */
export function statementUrl(
  config: LinkSettings,
  userId: string,
  { side, from, to }: LinkedStatement,
  now: Date,
): string {
  const expires = String(Math.floor(now.getTime() / 1_000) + STATEMENT_LINK_SECONDS)
  const signed = config.keys.sign('statement', signedText(userId, { side, from, to }, expires))
  const query = new URLSearchParams({ side, from, to, expires, signature: signed })
  return signedAddress(config, `/storage/statement/${userId}?${query}`)
}

/** Returns whether a link is ours and still valid. */
export function isGoodStatementLink(
  config: Keys,
  userId: string,
  link: LinkedStatement & { expires: string; signature: string },
  now: Date,
): boolean {
  if (!/^\d{10}$/.test(link.expires)) return false
  const left = Number(link.expires) - now.getTime() / 1_000
  if (left <= 0 || left > STATEMENT_LINK_SECONDS) return false
  const text = signedText(userId, link, link.expires)
  return config.keys.isSignatureOf('statement', text, link.signature)
}

const signedText = (userId: string, { side, from, to }: LinkedStatement, expires: string): string =>
  `statement:${userId}:${side}:${from}:${to}:${expires}`
