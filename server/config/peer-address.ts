/** Where other processes reach this one: a host (IPv6 without brackets) and a port. */
export interface PeerAddress {
  host: string
  port: number
}

/** Parses `host:port`, with an IPv6 address in brackets; null for anything else. */
export function parsePeerAddress(text: string): PeerAddress | null {
  const parts = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text)
  const host = parts?.[1] ?? parts?.[2]
  const port = Number(parts?.[3])
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : null
}

export const peerAddressText = ({ host, port }: PeerAddress): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
