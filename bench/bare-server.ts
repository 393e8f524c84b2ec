import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createPool } from '#server/db/pool.ts'
import { bareStatements as statements, jobOf } from './bare-statements.ts'

/**
 * The yardstick: what is left of the two requests without a framework, sign-in, access rules, checked input,
 * shaped answers or anybody who works the jobs. Takes PORT, DATABASE_URL and DATABASE_POOL.
 */

interface ProjectRow {
  budget: number
  seller: unknown
  created_at: string
}

const pool = createPool(process.env['DATABASE_URL'] ?? '', Number(process.env['DATABASE_POOL']))

/** The product's list: the same two statements side by side, the same bytes. */
async function listProjects(): Promise<unknown> {
  const [page, count] = await Promise.all([
    pool.query<ProjectRow>({ ...statements.page, values: [null] }),
    pool.query<{ total: number }>(statements.total),
  ])
  const projects = page.rows.map((row) => ({ ...row, budget: row.budget / 100 }))
  return { projects, total: count.rows[0]?.total }
}

/** The product's sending: the same four statements in one transaction. */
async function sendMessage(request: IncomingMessage, conversationId: string): Promise<unknown> {
  const values = await messageOf(request, conversationId)
  const tx = await pool.connect()
  try {
    await tx.query('begin')
    const inserted = await tx.query({ ...statements.message, values })
    await tx.query({ ...statements.job, values: jobOf(conversationId, values[0]) })
    await tx.query('commit')
    return inserted.rows[0]
  } finally {
    tx.release()
  }
}

/** The least that keeps a message: its statement alone, telling nobody. */
async function keepMessage(request: IncomingMessage, conversationId: string): Promise<unknown> {
  const values = await messageOf(request, conversationId)
  const inserted = await pool.query({ ...statements.message, values })
  return inserted.rows[0]
}

/** The sender comes in a header: there is no token that says who it is. */
async function messageOf(
  request: IncomingMessage,
  conversationId: string,
): Promise<[string, ...unknown[]]> {
  const body = await new Promise<string>((resolve, reject) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => resolve(text))
    request.on('error', reject)
  })
  const { content } = JSON.parse(body) as { content: string }
  return [randomUUID(), conversationId, request.headers['x-sender'], content]
}

function answerTo(request: IncomingMessage): Promise<unknown> {
  const url = request.url ?? ''
  if (url === '/api/projects') return listProjects()
  if (url === '/health') return pool.query('select 1')
  const [, surface, , conversationId = ''] = url.split('/')
  return surface === 'keep'
    ? keepMessage(request, conversationId)
    : sendMessage(request, conversationId)
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

const server = createServer((request, response) => {
  answerTo(request).then(
    (value) => send(response, 200, value),
    (error: unknown) => send(response, 500, String(error)),
  )
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
// Whoever started it stops it, or is gone.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => process.exit(0))
