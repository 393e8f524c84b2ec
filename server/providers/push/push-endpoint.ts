import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether the server may send to an endpoint that a browser gave us: https at a named host on the usual port. The
 * host's addresses are checked when it is called (`publicLookup`), because a name may resolve elsewhere by then. Only
 * outside of production, the sandbox's own origin is allowed as well.
 */
export function mayBeEndpoint(endpoint: string, sandboxOrigin: string | null): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash, origin } = new URL(endpoint)
  if (username !== '' || password !== '' || hash !== '') return false
  if (origin === sandboxOrigin) return true
  // A numeric address, in any spelling, is normalized by now: URL writes it out.
  const isNamed = hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0
  return protocol === 'https:' && port === '' && isNamed
}

/** A host that leads into a private network or to this machine. The message contains no address. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** Whether an address belongs to the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // ::ffff:127.0.0.1 is 127.0.0.1.
  return ipaddr.process(address).range() === 'unicast'
}

/** Resolves a host, as `lookup` does, and fails with PrivateAddress unless each of its addresses is public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddress('the host leads into a private network'), [])
    if (options.all === true) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
