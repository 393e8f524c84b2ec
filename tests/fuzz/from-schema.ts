import type { z } from 'zod'
import type { Chance } from './chance.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts'

/** Returns a plausible value for that name: an existing id, the address of a stored picture. */
export type Known = (name: string) => unknown

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  entries?: Record<string, string>
  values?: unknown[]
  options?: z.ZodType[]
  format?: string
}

/** A value that the schema most likely accepts. Not certain: only trying shows what refinements accept. */
export function fitting(schema: z.ZodType, chance: Chance, known: Known, name = ''): unknown {
  const def = schema.def as unknown as Definition
  const inside = (part: z.ZodType | undefined) =>
    part === undefined ? undefined : fitting(part, chance, known, name)
  const given = known(name)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {})
          .map(([key, field]) => [key, fitting(field, chance, known, key)] as const)
          .filter(([, value]) => value !== undefined),
      )
    case 'optional':
    case 'default':
    case 'catch':
    case 'prefault':
      return chance.now(0.5) ? undefined : inside(def.innerType)
    case 'nullable':
      return chance.now(0.3) ? null : inside(def.innerType)
    case 'readonly':
    case 'nonoptional':
      return inside(def.innerType)
    case 'pipe':
      return given ?? inside(def.in)
    case 'array':
      return Array.from({ length: chance.below(4) }, () => inside(def.element))
    case 'record':
      return Object.fromEntries(
        Array.from({ length: chance.below(3) }, () => [
          chance.text(6),
          inside(def.valueType) ?? null,
        ]),
      )
    case 'enum':
      return chance.one(Object.values(def.entries ?? {}))
    case 'literal':
      return chance.one(def.values ?? [null])
    case 'union':
      return inside(chance.one(def.options ?? []))
    case 'boolean':
      return chance.now(0.5)
    case 'number':
    case 'int':
      return given ?? chance.one([1, 5, 120, 540.5, chance.below(1_000), chance.below(100) / 100])
    case 'string':
      return given ?? text(def.format, chance)
    default:
      return given ?? chance.text(8)
  }
}

function text(format: string | undefined, chance: Chance): string {
  switch (format) {
    case 'uuid':
    case 'guid':
      return '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'
    case 'date':
      return `203${chance.below(10)}-0${1 + chance.below(9)}-1${chance.below(9)}`
    case 'datetime':
      return new Date(1_900_000_000_000 + chance.below(1e9)).toISOString()
    case 'email':
      return `${chance.below(1e6)}@example.com`
    default:
      return chance.now(0.2)
        ? `https://shop.example/${chance.below(1e6)}`
        : `${chance.text(1 + chance.below(40))}x`
  }
}

/** The same with one error in it, somewhere. */
export function spoilt(value: unknown, chance: Chance): unknown {
  if (Array.isArray(value) && value.length > 0 && chance.now(0.7)) {
    const at = chance.below(value.length)
    return value.map((one, index) => (index === at ? spoilt(one, chance) : (one as unknown)))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value)
    if (entries.length === 0 || chance.now(0.15))
      return { ...value, [chance.one(['id', 'status', 'seller_id', 'amount', chance.text(4)])]: 1 }
    const at = chance.below(entries.length)
    if (chance.now(0.2)) return Object.fromEntries(entries.filter((_, index) => index !== at))
    return Object.fromEntries(
      entries.map(([key, one], index) => [
        key,
        index === at ? spoilt(one, chance) : (one as unknown),
      ]),
    )
  }
  return chance.now(0.5) ? chance.one(HOSTILE_TEXTS) : chance.one(HOSTILE_VALUES)
}
