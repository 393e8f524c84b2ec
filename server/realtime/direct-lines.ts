import { randomBytes } from 'node:crypto'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { type PeerAddress, peerAddressText } from '#server/config/peer-address.ts'
import type { Log } from '#server/logging/log.ts'
import {
  createAcknowledgement,
  createUnacknowledged,
  readLines,
  type Unacknowledged,
} from './direct-frames.ts'
import type { News } from './news.ts'

/** A process that can be reached directly: its line, its `host:port`, and the secret that opens it (hex). */
export interface Peer {
  line: string
  address: PeerAddress
  secret: string
}

/** Connections between processes, beside PostgreSQL (decision 0090). */
export interface DirectLines {
  /** Settles once others can connect, or it is certain that they never will. */
  listening: Promise<void>
  /** The address and secret at which others reach this process; null while they do not. */
  own(): { address: string; secret: string } | null
  /**
   * Sends news to a process. Returns false when it is not connected (it then connects for later news): the caller
   * notifies it instead. News that a broken connection had under way goes to `lost`.
   */
  send(peer: Peer, news: readonly News[]): boolean
  close(): Promise<void>
}

export interface DirectLinesDeps {
  /** The address this process listens on; null: none, and it sends nothing. */
  address: PeerAddress | null
  /** The id of this process's open line; null while it has none. */
  line: () => string | null
  /** News from another process. */
  heard: (news: News[]) => void
  /** News that a line may not have received. */
  lost: (line: string, news: News[]) => void
  log: Log
  patience?: Patience
}

/**
 * In ms: how long an acknowledgement is held back so that more can be acknowledged together, how long it may take, the
 * pause before a failed connection is tried again, and the time after which an unused one is closed.
 */
interface Patience {
  holdMs: number
  ackMs: number
  retryMs: number
  idleMs: number
}
const PATIENCE: Patience = { holdMs: 1_000, ackMs: 3_000, retryMs: 1_000, idleMs: 60_000 }

/** The amount of unacknowledged data, in batches and bytes, from which a reader counts as stuck. */
const MOST_UNACKED = 1_000
const MOST_UNSENT = 4 * 2 ** 20

/** Encrypted with a key that both sides know, and new keys for each connection. Node has no such keys in TLS 1.3. */
const TLS = { ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', maxVersion: 'TLSv1.2' } as const

interface Link extends Unacknowledged {
  socket: TLSSocket
  ready: boolean
  usedAt: number
}

/** Listens for other processes, and connects to those it is asked to send to. */
export function createDirectLines(deps: DirectLinesDeps): DirectLines {
  const { address, log } = deps
  const patience = deps.patience ?? PATIENCE
  const secret = randomBytes(32)
  const links = new Map<string, Link>()
  const failedAt = new Map<string, number>()
  const accepted = new Set<TLSSocket>()
  let isListening = false

  const server = createServer(
    {
      ...TLS,
      pskCallback: (_, line) => (line === deps.line() ? secret : null),
      handshakeTimeout: patience.ackMs,
    },
    (socket) => {
      accepted.add(socket)
      socket.on('close', () => accepted.delete(socket))
      socket.on('error', () => socket.destroy())
      socket.setNoDelay()
      const acknowledge = createAcknowledgement(socket, patience.holdMs)
      readLines(socket, (lines) => {
        for (const line of lines) deps.heard(JSON.parse(line) as News[])
        acknowledge(lines.length)
      })
    },
  )
  server.on('tlsClientError', (error) => log.warn({ err: error }, 'a direct line was refused'))
  const listening = new Promise<void>((resolve) => {
    if (address === null) return resolve()
    server.on('error', (error) => {
      log.error({ err: error }, 'direct lines are off: this process hears through PostgreSQL')
      resolve()
    })
    server.listen(address.port, address.host, () => {
      isListening = true
      resolve()
    })
  })

  function open({ line, address: to, secret: key }: Peer): void {
    if (performance.now() - (failedAt.get(line) ?? -Infinity) < patience.retryMs) return
    const socket = connect({
      ...TLS,
      ...to,
      pskCallback: () => ({ psk: Buffer.from(key, 'hex'), identity: line }),
      // There is no certificate: the key proves the identity of both sides.
      checkServerIdentity: () => undefined,
    })
    const link: Link = {
      ...createUnacknowledged(),
      socket,
      ready: false,
      usedAt: performance.now(),
    }
    links.set(line, link)
    socket.setNoDelay()
    socket.setTimeout(patience.ackMs, () => !link.ready && socket.destroy())
    socket.on('secureConnect', () => (link.ready = true))
    socket.on('error', (error) => {
      failedAt.set(line, performance.now())
      log.warn({ err: error, line }, 'a direct line broke')
    })
    readLines(socket, (counts) => {
      for (const count of counts) link.acknowledge(Number(count))
    })
    socket.on('close', () => {
      links.delete(line)
      const news = link.rest()
      if (news.length > 0) deps.lost(line, news)
    })
  }

  const looking = setInterval(() => {
    const now = performance.now()
    for (const { socket, oldestAt, usedAt } of links.values())
      if (now - oldestAt() > patience.ackMs || now - usedAt > patience.idleMs) socket.destroy()
    for (const [line, at] of failedAt) if (now - at > patience.retryMs) failedAt.delete(line)
  }, patience.ackMs / 4)
  looking.unref()

  return {
    listening,
    own: () =>
      isListening && address !== null
        ? { address: peerAddressText(address), secret: secret.toString('hex') }
        : null,
    send(peer, news) {
      const link = links.get(peer.line)
      if (link === undefined) open(peer)
      if (link === undefined || !link.ready || link.socket.destroyed) return false
      if (link.count() >= MOST_UNACKED || link.socket.writableLength > MOST_UNSENT) {
        link.socket.destroy()
        return false
      }
      link.usedAt = performance.now()
      link.sent(news)
      link.socket.write(`${JSON.stringify(news)}\n`)
      return true
    },
    async close() {
      clearInterval(looking)
      for (const { socket } of links.values()) socket.destroy()
      for (const socket of accepted) socket.destroy()
      if (isListening) await new Promise((resolve) => server.close(resolve))
    },
  }
}
