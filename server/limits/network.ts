import { isIPv6 } from 'node:net'

/** What a client can change at will is not part of its key: the lower half of an IPv6 address. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - start.length - end.length }, () => '0')
  // Normalised: a proxy may spell an address with leading zeros, or in capitals.
  const groups = [...start, ...zeros, ...end].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
