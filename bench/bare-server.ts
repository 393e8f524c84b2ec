import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createPool } from '#server/db/pool.ts'
import { bareStatements as statements } from './bare-statements.ts'

/**
 * The yardstick: what is left of the two requests without a framework, sign-in, access rules, checked input,
 * shaped answers or anyone who is told. Takes PORT, DATABASE_URL and DATABASE_POOL.
 */

interface ProjectRow {
  id: string
  budget: number
  seller: unknown
  created_at: string
}

interface MessageRow {
  created_at: string
  read_at: string | null
}

const pool = createPool(process.env['DATABASE_URL'] ?? '', Number(process.env['DATABASE_POOL']))

/** The product's list: the same two statements side by side, the same bytes. */
async function listProjects(): Promise<unknown> {
  const [page, count] = await Promise.all([
    pool.query<ProjectRow>({
      ...statements.page,
      values: ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    }),
    pool.query<{ total: number }>(statements.total),
  ])
  const projects = page.rows.slice(0, 24).map((row) => ({ ...row, budget: row.budget / 100 }))
  const total = count.rows[0]?.total ?? 0
  const last = projects.at(-1)
  return {
    projects,
    total: Math.min(total, 1_000),
    total_exact: total <= 1_000,
    near: 0,
    next: page.rows.length > 24 && last ? `newest~${last.created_at}~${last.id}` : null,
  }
}

/** Sending: the one statement, telling no one. */
async function sendMessage(request: IncomingMessage, conversationId: string): Promise<unknown> {
  const values = await messageOf(request, conversationId)
  const inserted = await pool.query<MessageRow>({ ...statements.message, values })
  const [row] = inserted.rows
  if (!row) throw new Error('nobody')
  const { created_at, read_at, ...message } = row
  return { ...message, covered: false, files: [], created_at, read_at, safety: [] }
}

/** GET /user: the one statement; who asks, and by which session, comes in headers. */
async function ownUser({ headers }: IncomingMessage): Promise<unknown> {
  const values = [headers['x-sender'], headers['x-session']]
  const found = await pool.query<Record<string, unknown>>({ ...statements.user, values })
  const row = found.rows[0]
  if (row?.['session_id'] == null) throw new Error('nobody')
  return Object.fromEntries(OWN_USER_FIELDS.map((name) => [name, row[name]]))
}

/** What the product tells someone of their account. */
const OWN_USER_FIELDS = [
  'id',
  'role',
  'email',
  'app_metadata',
  'user_metadata',
  'identities',
  'created_at',
  'updated_at',
  'is_anonymous',
  'email_confirmed_at',
  'last_sign_in_at',
]

/** The sender comes in a header: there is no token that says who it is. */
async function messageOf(request: IncomingMessage, conversationId: string): Promise<unknown[]> {
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
  if (url === '/auth/v1/user') return ownUser(request)
  if (url === '/health') return pool.query('select 1')
  return sendMessage(request, url.split('/')[3] ?? '')
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
// The process that started it stops it, or is gone.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => process.exit(0))
