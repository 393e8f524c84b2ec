import { parsePeerAddress } from './peer-address.ts'

/** Where clamd listens: a host and a port, or the path of a socket. */
export type ClamdAddress = { host: string; port: number } | { path: string }

/** Parses `host:port` (IPv6 in brackets) or an absolute path; null for anything else. */
export function parseClamdAddress(text: string): ClamdAddress | null {
  const path = text.replace(/^unix:/, '')
  return path.startsWith('/') ? { path } : parsePeerAddress(text)
}
