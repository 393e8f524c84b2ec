import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of PostgreSQL that does what a failover, a load balancer or a pulled cable does. */
export interface DatabaseLink {
  /** Its own address, with the database, user and password of `url`. */
  through(url: string): string
  /** New connections go there; open ones stay where they are. */
  moveTo(url: string): void
  /** Resets every open connection. */
  cut(): void
  /** From now on nothing travels over the open connections, and neither side is told. New ones work. */
  silence(): void
  /** PostgreSQL detects that no one responds on the silent connections, and ends them (END_UNREACHABLE_SESSIONS). */
  endSilent(): void
  /** The number of open connections. */
  open(): number
  close(): Promise<void>
}

interface Pair {
  client: Socket
  server: Socket
}

/** Starts the proxy on a free port of 127.0.0.1. */
export async function openDatabaseLink(url: string): Promise<DatabaseLink> {
  let target = portOf(url)
  const pairs = new Set<Pair>()
  const silenced = new Set<Pair>()

  const listener = createServer((client) => {
    const pair = { client, server: connect(target, '127.0.0.1') }
    pairs.add(pair)
    const { server } = pair
    client.on('data', (data) => void (silenced.has(pair) || server.write(data)))
    server.on('data', (data) => void (silenced.has(pair) || client.write(data)))
    client.on('close', () => {
      pairs.delete(pair)
      if (!silenced.has(pair)) server.destroy()
    })
    server.on('close', () => void (silenced.has(pair) || client.destroy()))
    client.on('error', () => {})
    server.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }

  return {
    through(to) {
      const address = new URL(to)
      address.port = String(port)
      return address.href
    },
    moveTo(to) {
      target = portOf(to)
    },
    cut() {
      for (const { client, server } of pairs) {
        client.resetAndDestroy()
        server.destroy()
      }
    },
    silence() {
      for (const pair of pairs) silenced.add(pair)
    },
    endSilent() {
      for (const { server } of silenced) server.destroy()
    },
    open: () => pairs.size,
    async close() {
      for (const { client, server } of [...pairs, ...silenced]) {
        client.destroy()
        server.destroy()
      }
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

const portOf = (url: string): number => Number(new URL(url).port)
