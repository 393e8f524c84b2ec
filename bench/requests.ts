import { routeParts, routePath } from '#contract/api.ts'
import { PROJECT_LIMITS } from '#contract/projects.ts'
import type { Person } from './people.ts'

/** One request as it goes over the wire, the same for every server. */
export interface BenchRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A line as people type it: 82 characters. */
const CONTENT = 'The second take has better sound, the first has the better ending. Tell me which.'

const credentials = (person: Person) => ({
  authorization: `Bearer ${person.token}`,
  // The bare server has no sign-in; the product does not know this header.
  'x-sender': person.id,
})

/** A person opens Available Projects. */
export const listProjects = (person: Person): BenchRequest => ({
  method: 'GET',
  path: routeParts('projects.list').path,
  headers: credentials(person),
})

/**
 * The same list, one row shorter: no process shares a page of that length, so each is read from the database (decision
 * 0084).
 */
export const readProjects = (person: Person): BenchRequest => {
  const list = listProjects(person)
  return { ...list, path: `${list.path}?limit=${PROJECT_LIMITS.page - 1}` }
}

/** A person writes in their conversation. */
export const sendMessage = (person: Person): BenchRequest => ({
  method: 'POST',
  path: routePath('messages.send', { id: person.conversationId }),
  headers: { ...credentials(person), 'content-type': 'application/json' },
  body: JSON.stringify({ content: CONTENT }),
})

/** Sends one and returns the body. Throws when it is refused. */
export async function sendOnce(url: string, request: BenchRequest): Promise<string> {
  const { method, path, headers, body } = request
  const response = await fetch(url + path, {
    method,
    headers,
    body: body ?? null,
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${method} ${url}${path} answered ${response.status}: ${text}`)
  return text
}

/**
 * Verifies that two servers give the same responses; otherwise their times mean nothing. Compares the list byte by
 * byte, and a sent message in all but its id and time. Returns the list's size in bytes.
 */
export async function compareAnswers(
  product: string,
  bare: string,
  person: Person,
): Promise<number> {
  const list = await sendOnce(product, listProjects(person))
  if (list !== (await sendOnce(bare, listProjects(person))))
    throw new Error('The bare server lists projects in other bytes than the product.')
  const sent = shapeOf(await sendOnce(product, sendMessage(person)))
  if (shapeOf(await sendOnce(bare, sendMessage(person))) !== sent)
    throw new Error('The bare server answers another message than the product.')
  return Buffer.byteLength(list)
}

function shapeOf(message: string): string {
  const fields = JSON.parse(message) as Record<string, unknown>
  return JSON.stringify({ ...fields, id: '', created_at: '' })
}
