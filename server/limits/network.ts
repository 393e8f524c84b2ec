import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network a client is counted by: its IPv4 address, or the /64 of its IPv6 address, whose lower half a client can
 * change at will. Every spelling of an address gives the same key. A string that is not an address is its own key.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  // The zone names a network link of this machine, not a client; ipaddr.js rejects some zones that Node accepts.
  const address = ipaddr.IPv6.parse(ip.replace(/%.*/, ''))
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  return `${address.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
