import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The yardstick for uploads: streams a body to disk and flushes file and folder. It checks nothing, authorizes no one
 * and records nothing. Takes PORT and BARE_FOLDER.
 */
const folder = join(process.env['BARE_FOLDER'] ?? '', 'bare-uploads')

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

createServer((request, response) => {
  if (request.url === '/health') return void response.end('ready')
  const file = join(folder, randomUUID())
  pipeline(request, createWriteStream(file))
    .then(() => flush(file))
    .then(() => flush(folder))
    .then(() => response.writeHead(204).end())
    .catch(() => response.destroy())
    // Frees the disk for the next round.
    .finally(() => void rm(file, { force: true }))
}).listen(Number(process.env['PORT']), '127.0.0.1', () => undefined)

await mkdir(folder, { recursive: true })
