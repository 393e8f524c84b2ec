import type { z } from 'zod'

/** How long something that a call accepts may be, found by walking its schema. */
export interface Bound {
  /** "title", "portfolio_urls[]", "rates{}" for the keys of a map. */
  path: string
  /** A shape that cannot grow: an id, a day. */
  fixed: boolean
  /** The maximum number of characters or entries; null where none is set. */
  most: number | null
  /** The schema that checks the value, apart from its place. */
  schema: z.ZodType
  /** A value of that length that is valid in every other way. */
  sample: (length: number) => unknown
}

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
}

const FIXED = new Set(['uuid', 'date', 'datetime'])

/** Every text and list of a schema with its bound. A schema that transforms is read on both sides of the transform. */
export function boundsOf(schema: z.ZodType, path = '', whole: z.ZodType = schema): Bound[] {
  const def = schema.def as unknown as Definition
  const inside = (part: z.ZodType | undefined, at = path, from = whole) =>
    part === undefined ? [] : boundsOf(part, at, from)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([name, field]) =>
        inside(field, path === '' ? name : `${path}.${name}`, field),
      )
    case 'optional':
    case 'nullable':
    case 'default':
      return inside(def.innerType)
    case 'pipe':
      return merged([...inside(def.in), ...inside(def.out)])
    case 'array':
      return [list(path, schema, whole), ...inside(def.element, `${path}[]`, def.element)]
    case 'record':
      return [
        list(path, schema, whole),
        ...inside(def.keyType, `${path}{}`, def.keyType),
        ...inside(def.valueType, `${path}{}=`, def.valueType),
      ]
    case 'string':
      return [text(path, schema as z.ZodString, whole)]
    default:
      return []
  }
}

/** Both sides of a transform describe the same value: the tighter bound holds. */
function merged(bounds: readonly Bound[]): Bound[] {
  const byPath = new Map<string, Bound>()
  for (const bound of bounds) {
    const known = byPath.get(bound.path)
    const most = [known?.most, bound.most].filter((one) => typeof one === 'number')
    byPath.set(bound.path, {
      ...(known?.fixed === true ? known : bound),
      most: most.length > 0 ? Math.min(...most) : null,
    })
  }
  return [...byPath.values()]
}

/** The shapes a text may be required to have, each at a given length. */
const SHAPES = {
  text: (length: number) => 'x'.repeat(length),
  link: (length: number) => 'https://tools.example/'.padEnd(length, 'x'),
  stored: (length: number) => '/storage/public/avatars/'.padEnd(length, 'x'),
  email: (length: number) => '@example.com'.padStart(length, 'x'),
}

function text(path: string, schema: z.ZodString, whole: z.ZodType): Bound {
  const { format, maxLength: most } = schema
  const fixed = format !== null && FIXED.has(format)
  const sample = Object.values(SHAPES).find((shape) => takes(whole, shape(30))) ?? SHAPES.text
  return { path, fixed, most: fixed ? 0 : most, schema: whole, sample }
}

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** Lists are filled with distinct entries, so that removing duplicates saves nothing. */
function list(path: string, schema: z.ZodType, whole: z.ZodType): Bound {
  return {
    path,
    fixed: false,
    most: longest(schema),
    schema: whole,
    sample: (length) => entries(schema, length),
  }
}

/** The longest list or map that the schema itself accepts, up to 200; null when it accepts more than that. */
function longest(schema: z.ZodType): number | null {
  let most = 0
  while (most <= 200 && takes(schema, entries(schema, most + 1))) most += 1
  return most > 200 ? null : most
}

function entries(schema: z.ZodType, length: number): unknown {
  const def = schema.def as unknown as Definition
  const numbers = Array.from({ length }, (_, at) => at)
  if (def.type === 'array') {
    const element = def.element as z.ZodType
    const options = (element as Partial<z.ZodEnum>).options
    if (options !== undefined) return numbers.map((at) => options[at % options.length])
    // A list of objects: each is as full as it can be, and its texts make it distinct.
    if (isThing(element)) return listOf(length, (at) => fullest(element, element, at))
    const shape = [SHAPES.link, SHAPES.stored].find((one) => takes(element, one(30)))
    return numbers.map((at) => `${shape?.(40)}${at}`)
  }
  const value = def.valueType as z.ZodType
  return Object.fromEntries(
    numbers.map((at) => [`name ${at}`, takes(value, 1) ? 1 : SHAPES.link(40)]),
  )
}

const isThing = (schema: z.ZodType): boolean => {
  const def = schema.def as unknown as Definition
  return def.type === 'object' || (def.type === 'pipe' && isThing(def.in as z.ZodType))
}

/**
 * A value as large as the schema accepts: every field present, every list full, every text made of three-byte letters.
 */
export function fullest(schema: z.ZodType, whole: z.ZodType = schema, mark = ''): unknown {
  const def = schema.def as unknown as Definition
  const inside = (part: z.ZodType | undefined) => fullest(part as z.ZodType, whole, mark)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).map(([name, field]) => [name, fullest(field, field)]),
      )
    case 'optional':
    case 'nullable':
    case 'default':
      return inside(def.innerType)
    case 'pipe':
      return fullestText(whole, mark) ?? inside(def.in)
    case 'array':
      return listOf(longest(schema) ?? 0, (at) =>
        fullest(def.element as z.ZodType, def.element, at),
      )
    case 'record':
      return Object.fromEntries(
        listOf(longest(schema) ?? 0, (at) => [
          fullest(def.keyType as z.ZodType, def.keyType, at),
          fullest(def.valueType as z.ZodType, def.valueType, at),
        ]) as [string, unknown][],
      )
    case 'string':
      return fullestText(whole, mark) ?? OTHERS.find((one) => takes(whole, one))
    default:
      return [...OTHERS, ...optionsOf(schema)].find((one) => takes(schema, one))
  }
}

/** Values of a fixed size, for everything that is neither a text nor a list. */
const OTHERS: readonly unknown[] = [
  '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f',
  '2031-05-01',
  540.55,
  1,
  true,
]

const listOf = <T>(length: number, one: (mark: string) => T): T[] =>
  Array.from({ length }, (_, at) => one(String(at).padStart(3, '0')))

const optionsOf = (schema: z.ZodType): readonly unknown[] => {
  const { options, values } = schema as { options?: unknown[]; values?: Set<unknown> }
  return [...(options ?? []), ...(values ?? [])]
}

/** The longest text of some shape that a schema accepts, ending in `mark`; undefined where it accepts none of them. */
function fullestText(schema: z.ZodType, mark: string): string | undefined {
  const [bound] = boundsOf(schema)
  if (bound === undefined || bound.fixed || bound.most === null) return undefined
  const most = bound.most - mark.length
  const wide = '漢'.repeat(Math.max(0, most)) + mark
  return [wide, `${bound.sample(most) as string}${mark}`].find((one) => takes(schema, one))
}
