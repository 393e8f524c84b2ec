import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClamdAddress } from '#server/config/clamd-address.ts'

/** The industry's harmless test file for scanners, in two halves, so that no scanner finds it in this file. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD',
  '-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** A clamd for tests, which finds EICAR anywhere in a file of at most `LIMIT` bytes. */
export interface TestClamd {
  name: 'clamd' | 'a stand-in for clamd'
  address: ClamdAddress
  close(): Promise<void>
}

/** The size in bytes of the largest stream that it scans. */
export const CLAMD_LIMIT = 2 * 1024 * 1024

/** Debian's clamd where it is installed (clamav-daemon), otherwise a stand-in that speaks the same protocol. */
export const startClamd = (): Promise<TestClamd> =>
  isInstalled() ? startRealClamd() : startFakeClamd()

function isInstalled(): boolean {
  try {
    execFileSync('clamd', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** With one signature of our own: the real ones have to be downloaded, and tests download nothing. */
async function startRealClamd(): Promise<TestClamd> {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'))
  const path = join(folder, 'socket')
  const hex = Buffer.from(EICAR).toString('hex')
  writeFileSync(join(folder, 'own.ndb'), `Test.Eicar:0:*:${hex}\n`)
  const settings = {
    DatabaseDirectory: folder,
    LocalSocket: path,
    TemporaryDirectory: folder,
    StreamMaxLength: String(CLAMD_LIMIT),
    Foreground: 'yes',
    SelfCheck: '0',
  }
  const file = join(folder, 'clamd.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  writeFileSync(file, lines.join(''))
  const child = spawn('clamd', [`--config-file=${file}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => said.push(text.toString()))
  await listening(child, path, () => said.join(''))
  return {
    name: 'clamd',
    address: { path },
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Throws, with its output, when it exits or does not listen within a minute. */
async function listening(child: ChildProcess, path: string, said: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) break
    if (await answers(path)) return
    await pause(100)
  }
  throw new Error(`clamd does not listen: ${said()}`)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Speaks INSTREAM as clamd does. `reply` replaces its response to a stream; null: it never responds. */
export async function startFakeClamd(
  reply: (stream: Buffer) => string | null = judge,
): Promise<TestClamd> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    let bytes = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
    socket.on('data', (more: Buffer) => {
      bytes = Buffer.concat([bytes, more])
      const stream = streamIn(bytes)
      const said = stream === null ? null : reply(stream)
      if (said !== null) socket.end(`${said}\0`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    name: 'a stand-in for clamd',
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const COMMAND = 'zINSTREAM\0'

/** The stream of a complete request, or of one that already exceeds the limit; null while more is still to come. */
function streamIn(request: Buffer): Buffer | null {
  if (request.length < COMMAND.length) return null
  if (request.subarray(0, COMMAND.length).toString() !== COMMAND) return Buffer.from('no command')
  const chunks: Buffer[] = []
  let bytes = 0
  for (let at = COMMAND.length; at + 4 <= request.length;) {
    const length = request.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    const chunk = request.subarray(at + 4, at + 4 + length)
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > CLAMD_LIMIT) return Buffer.concat(chunks)
    at += 4 + length
  }
  return null
}

function judge(stream: Buffer): string {
  if (stream.length > CLAMD_LIMIT) return 'INSTREAM size limit exceeded. ERROR'
  return stream.includes(EICAR) ? 'stream: Test.Eicar.UNOFFICIAL FOUND' : 'stream: OK'
}
