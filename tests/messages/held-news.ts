import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { LINE_CHANNEL } from '#server/realtime/news.ts'

/** One process's connection to its database, on which its notifications can be withheld. */
export interface HeldNews {
  url: string
  /** From now on, nothing that this process publishes arrives; everything else does. */
  hold(): void
  /** Ends every connection, and drops what was withheld; later connections withhold nothing. */
  drop(): void
  close(): void
}

/**
 * Forwards connections to a database. A process killed while its notifications are withheld has committed something
 * that it never published. Otherwise that moment is a millisecond long, and most kills miss it.
 */
export async function holdNews(databaseUrl: string): Promise<HeldNews> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let holding = false
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    database.pipe(client)
    let held = false
    client.on('data', (statement) => {
      held ||= holding && statement.includes(LINE_CHANNEL)
      if (!held) database.write(statement)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const drop = () => {
    holding = false
    for (const one of open) one.destroy()
  }
  return {
    url: url.href,
    hold: () => (holding = true),
    drop,
    close() {
      server.close()
      drop()
    },
  }
}
