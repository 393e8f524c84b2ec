import { createServer, type IncomingMessage } from 'node:http'
import { createPool } from '#server/db/pool.ts'
import { listProjects, sendJson, storeMessage } from './bare-requests.ts'
import { bareStatements as statements } from './bare-statements.ts'

/**
 * The yardstick: the two requests without a framework, sign-in, access rules, validation, response schemas or
 * notifications. Takes PORT, DATABASE_URL and DATABASE_POOL.
 */

const pool = createPool(process.env['DATABASE_URL'] ?? '', Number(process.env['DATABASE_POOL']))

/** GET /user: the one statement; the caller and their session come in headers. */
async function ownUser({ headers }: IncomingMessage): Promise<unknown> {
  const values = [headers['x-sender'], headers['x-session']]
  const found = await pool.query<Record<string, unknown>>({ ...statements.user, values })
  const row = found.rows[0]
  if (row?.['session_id'] == null) throw new Error('nobody')
  return Object.fromEntries(OWN_USER_FIELDS.map((name) => [name, row[name]]))
}

/** What the product returns about an account. */
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

function answerTo(request: IncomingMessage): Promise<unknown> {
  const url = request.url ?? ''
  if (url === '/api/projects') return listProjects(pool)
  if (url === '/auth/v1/user') return ownUser(request)
  if (url === '/health') return pool.query('select 1')
  return storeMessage(pool, request, url.split('/')[3] ?? '')
}

const server = createServer((request, response) => {
  answerTo(request).then(
    (value) => sendJson(response, 200, value),
    (error: unknown) => sendJson(response, 500, String(error)),
  )
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
// Its parent process has asked it to stop, or has died.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => process.exit(0))
