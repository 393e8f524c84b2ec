import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { bareStatements as statements } from './bare-statements.ts'

/** The statements that the yardsticks run for a request: the product's and nothing else. */

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

/** The product's list: the same two statements in parallel, the same bytes. */
export async function listProjects(pool: Pool): Promise<unknown> {
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

/** Sending: the one statement, without any notification. */
export async function storeMessage(
  pool: Pool,
  request: IncomingMessage,
  conversationId: string,
): Promise<Record<string, unknown>> {
  const values = await messageOf(request, conversationId)
  const inserted = await pool.query<MessageRow>({ ...statements.message, values })
  const [row] = inserted.rows
  if (!row) throw new Error('nobody')
  const { created_at, read_at, ...message } = row
  return { ...message, covered: false, files: [], created_at, read_at, safety: [] }
}

/** The sender comes in a header: there is no token to identify them. */
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

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
