import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import type { Person } from './people.ts'
import type { RunningServer } from './servers.ts'

const MiB = 1024 * 1024
/** The largest accepted file. */
export const FILE_BYTES = 50 * MiB
const ROUNDS = 7

/** MiB a second in each round: the product, the product with encrypted files, and the bare server. */
export interface Throughput {
  product: number[]
  encrypted: number[]
  bare: number[]
}

/** Resident memory in MiB. */
export interface MemoryGrowth {
  before: number
  peak: number
  uploads: number
  seconds: number
}

/** A person who uploads, and the project they deliver for. */
export interface Uploader extends Person {
  projectId: string
}

/** A file of the largest size allowed for a delivery, whose first bytes look like a video. */
const bytes = Buffer.alloc(FILE_BYTES, 7)
Buffer.from('0000001c667479706d703432000000006d70343269736f6d61766331', 'hex').copy(bytes)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * Uploads one file after another, in turns, so that other load on the machine affects both. The first round warms up.
 */
export async function measureThroughput(
  { product, encrypted, bare }: Record<keyof Throughput, RunningServer>,
  uploader: Uploader,
): Promise<Throughput> {
  const found: Throughput = { product: [], encrypted: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await speedOf(() => upload(product, uploader))
    const sealed = await speedOf(() => upload(encrypted, uploader))
    const theirs = await speedOf(() => send('PUT', `${bare.url}/`, {}, bytes))
    if (round === 0) continue
    found.product.push(ours)
    found.encrypted.push(sealed)
    found.bare.push(theirs)
  }
  return found
}

/** Uploads all at once, while the server's memory is sampled ten times a second. */
export async function measureMemory(
  product: RunningServer,
  uploaders: readonly Uploader[],
): Promise<MemoryGrowth> {
  const before = residentMiB(product.pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMiB(product.pid))
  }, 100)
  const begun = performance.now()
  try {
    await Promise.all(uploaders.map((uploader) => upload(product, uploader)))
  } finally {
    clearInterval(watch)
  }
  return { before, peak, uploads: uploaders.length, seconds: (performance.now() - begun) / 1_000 }
}

/** As the browser does: begin, then all bytes in one request. */
async function upload(server: RunningServer, { token, projectId }: Uploader): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const metadata = { bucket: 'deliverable-files', filename: 'reel.mp4', project_id: projectId }
  const encoded = Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const address = await send('POST', server.url + UPLOAD_PATH, {
    ...headers,
    'upload-length': String(FILE_BYTES),
    'upload-metadata': encoded,
  })
  await send(
    'PATCH',
    server.url + address,
    { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    bytes,
  )
}

async function speedOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return FILE_BYTES / MiB / ((performance.now() - begun) / 1_000)
}

/** Sends one request and returns its Location. Throws on anything but 2xx. */
export function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: Buffer = Buffer.alloc(0),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      agent,
      headers: { ...headers, 'content-length': String(body.length) },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const { statusCode = 0, headers: answer } = response
      let reply = ''
      response.on('data', (part: Buffer) => (reply += part.toString()))
      response.on('end', () =>
        statusCode < 300
          ? resolve(answer.location ?? '')
          : reject(new Error(`${method} ${url}: ${statusCode} ${reply}`)),
      )
    })
    outgoing.end(body)
  })
}

/** Returns the resident memory of a process as the system reports it; NaN if it does not. */
function residentMiB(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kib) / 1_024
  } catch {
    return Number.NaN
  }
}
