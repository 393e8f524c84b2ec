import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import type { ClamdAddress } from '#server/config/clamd-address.ts'
import { type FileScanner, type Finding, NotScanned } from './file-scanner.ts'

/** How long clamd may take, in ms. */
export interface ScanPatience {
  /** The time without a byte in either direction. */
  silenceMs: number
  /** In all. */
  totalMs: number
}

/** A file has at most 50 MB, which clamd scans in seconds; a user waits for it. */
const PATIENCE: ScanPatience = { silenceMs: 30_000, totalMs: 90_000 }

/** Concurrent scans of one process: clamd has ten threads by default, and other processes use it too. */
const AT_ONCE = 4

/** Far more than the name of any finding. */
const REPLY_BYTES = 4_096

/**
 * Scans through clamd's INSTREAM command: the bytes travel in chunks, each preceded by its length, and an empty chunk
 * ends them. They are read from the disk as clamd takes them.
 */
export function createClamdScanner(
  address: ClamdAddress,
  patience: ScanPatience = PATIENCE,
): FileScanner {
  const queue = pLimit(AT_ONCE)
  return { scan: (path) => queue(async () => findingOf(await ask(address, path, patience))) }
}

/** Throws NotScanned for every other reply: a limit of clamd's was reached, or it lacks a database. */
function findingOf(reply: string): Finding {
  if (reply === 'stream: OK') return null
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (found === undefined) throw new NotScanned(`clamd says "${reply}"`)
  return found
}

async function ask(
  address: ClamdAddress,
  path: string,
  { silenceMs, totalMs }: ScanPatience,
): Promise<string> {
  const socket = connect(address)
  const tooLong = setTimeout(() => socket.destroy(new Error('clamd takes too long')), totalMs)
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('clamd is silent')))
  const reply = replyOf(socket)
  // At its own limit clamd may reply and close before it has received everything: its reply decides, not our failed
  // write.
  pipeline(framed(path), socket, { end: false }).catch((error: Error) => socket.destroy(error))
  try {
    return await reply
  } catch (cause) {
    throw new NotScanned('clamd could not be asked', { cause })
  } finally {
    clearTimeout(tooLong)
    socket.destroy()
  }
}

/** Sends the command, and the file in chunks. */
async function* framed(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    yield lengthOf(bytes.length)
    yield bytes
  }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Resolves with the reply, which ends with a zero byte. */
function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      said += text
      const end = said.indexOf('\0')
      if (end >= 0) resolve(said.slice(0, end).trim())
      else if (said.length > REPLY_BYTES) reject(new Error('clamd does not stop talking'))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('clamd hung up')))
  })
}
