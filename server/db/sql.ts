import { createHash } from 'node:crypto'
import type { Queryable } from './pool.ts'

/** A handwritten statement: text with $n placeholders and their values, prepared under a name. */
export class Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  constructor(name: string, text: string, values: readonly unknown[]) {
    this.name = name
    this.text = text
    this.values = values
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 20)
    names.set(text, name)
  }
  return name
}

/** Trusted text inside a statement: column lists and literals, never anything from outside. */
export class Fragment {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Marks our own text as part of a statement. Never call it with input. */
export const raw = (text: string): Fragment => new Fragment(text)

/**
 * sql`select … where id = ${id}`: values become parameters, fragments made by `raw` become text, and a nested statement
 * becomes part of the outer one, with its values.
 */
export function sql(parts: TemplateStringsArray, ...inserts: unknown[]): Statement {
  const last = lastOf.get(parts)
  if (last !== undefined && isLike(last, inserts)) {
    const values = inserts.filter((insert) => !(insert instanceof Fragment))
    return new Statement(last.name, last.text, values)
  }
  const statement = written(parts, inserts)
  if (!inserts.some((insert) => insert instanceof Statement)) {
    const fragments = inserts.map((insert) => (insert instanceof Fragment ? insert : null))
    lastOf.set(parts, { name: statement.name, text: statement.text, fragments })
  }
  return statement
}

/**
 * The last text that a place in the code produced. Most produce the same one each time, which is then neither joined
 * nor hashed again.
 */
interface Written {
  name: string
  text: string
  /** The fragment at each insertion point, null for a value. */
  fragments: readonly (Fragment | null)[]
}
const lastOf = new WeakMap<TemplateStringsArray, Written>()

const isLike = ({ fragments }: Written, inserts: readonly unknown[]): boolean =>
  fragments.every((fragment, at) => {
    const insert = inserts[at]
    if (insert instanceof Statement) return false
    return fragment === null ? !(insert instanceof Fragment) : insert === fragment
  })

function written(parts: TemplateStringsArray, inserts: readonly unknown[]): Statement {
  let text = parts[0] ?? ''
  const values: unknown[] = []
  inserts.forEach((insert, index) => {
    if (insert instanceof Fragment) {
      text += insert.text
    } else if (insert instanceof Statement) {
      const before = values.length
      text += insert.text.replaceAll(/\$(\d+)/g, (_, at: string) => `$${before + Number(at)}`)
      values.push(...insert.values)
    } else {
      values.push(insert)
      text += `$${values.length}`
    }
    text += parts[index + 1] ?? ''
  })
  return new Statement(nameOf(text), text, values)
}

/** What the driver accepts; the driver copies it before changing anything. */
const configOf = ({ name, text, values }: Statement) => ({
  name,
  text,
  values: values as unknown[],
})

/** Returns all rows of a statement. */
export async function rows<Row>(db: Queryable, statement: Statement): Promise<Row[]> {
  const result = await db.query(configOf(statement))
  return result.rows as Row[]
}

/** Returns the first row, or null when there is none. */
export async function maybeRow<Row>(db: Queryable, statement: Statement): Promise<Row | null> {
  const found = await rows<Row>(db, statement)
  return found[0] ?? null
}

/** Returns the single row a statement must return. Throws Error when there is none: that is a bug, not a 404. */
export async function oneRow<Row>(db: Queryable, statement: Statement): Promise<Row> {
  const found = await maybeRow<Row>(db, statement)
  if (found === null) throw new Error('a statement gave no row where one was promised')
  return found
}

/** Runs a statement for its effect and returns the number of affected rows. */
export async function execute(db: Queryable, statement: Statement): Promise<number> {
  const result = await db.query(configOf(statement))
  return result.rowCount ?? 0
}

/**
 * A statement without a prepared plan: PostgreSQL plans it for its actual values. Worth it when the fastest plan
 * depends on them, as in a search for a rare word and for a common one.
 */
export const unprepared = ({ text, values }: Statement): Statement =>
  new Statement('', text, values)
