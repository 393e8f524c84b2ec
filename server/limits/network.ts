import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network a client is counted by: its IPv4 address, or the /64 of its IPv6 address, whose lower half one client can
 * change at will. Every spelling of an address gives the same key. What is no address is its own key.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  // The zone names a link of this machine, not a client; ipaddr.js rejects some that Node accepts.
  const address = ipaddr.IPv6.parse(ip.replace(/%.*/, ''))
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  return `${address.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
