import { type ActLink, recordOf } from './act-chain.ts'

/**
 * Log audit (13), notice (5): RFC 5424 §6.2.1, 13 * 8 + 5.
 */
const PRIORITY = 109

/** We have no enterprise number; this one is reserved for documentation (RFC 5612) and collides with no one's. */
const CHAIN_ID = 'chain@32473'

/** Precedes MSG when it is UTF-8 (RFC 5424 §6.4). */
const BOM = '\uFEFF'

/**
 * A link of the chain as one line. `record` is the text that was hashed: `hash` is the SHA-256, in hex, of `previous`,
 * a newline and `record`. Null if the act is gone.
 */
export const jsonLine = ({ position, previous, hash, act }: ActLink): string =>
  JSON.stringify({ position, previous, hash, record: act && recordOf(act), act })

/** The same as an RFC 5424 message from the given host; the record's JSON keeps it on one line. */
export function syslogLine({ position, previous, hash, act }: ActLink, host: string): string {
  const header = `<${PRIORITY}>1 ${act?.at ?? '-'} ${host} cartwright - ${act?.act ?? 'missing'}`
  const chain = `[${CHAIN_ID} position="${position}" previous="${previous}" hash="${hash}"]`
  return `${header} ${chain} ${BOM}${act ? recordOf(act) : ''}`
}
