import type { Chance } from './chance.ts'

/** Texts that have broken servers before, and markup that has run in pages. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egpj.exe',
  '%00',
  '%',
  '%E0%A4%A',
  '_%\\',
  "' or 1=1; --",
  '"; drop table profiles; --',
  '$1',
  '${7*7}',
  '../../etc/passwd',
  '/storage/public/../../x',
  'line\r\nBcc: x@example.com',
  '<script>window.__alarm=1</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'https://user:secret@shop.example/',
  '-0',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '0000-01-01',
  '9999-12-31',
  '2031-02-30',
  '10000-01-01T00:00:00Z',
  '2031-01-01T25:61:61Z',
  '-infinity',
  '00000000-0000-0000-0000-000000000000',
  '{0F0F0F0F-0F0F-4F0F-8F0F-0F0F0F0F0F0F}',
  '9223372036854775808',
  '(a+)+$'.repeat(20),
  'x'.repeat(5_000),
  '漢'.repeat(4_001),
  '👩🏽‍🚀'.repeat(600),
]

/** Values of every kind except the given one. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  0.001,
  1e21,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  2 ** 31,
  [],
  [[]],
  [null],
  {},
  { constructor: { prototype: { admin: true } } },
  { toString: 'x', length: -1 },
  Array.from({ length: 500 }, (_, at) => at),
  ...HOSTILE_TEXTS,
]

/** Bodies that no JSON library writes. */
export const BROKEN_JSON: readonly string[] = [
  '{',
  '{"a":}',
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"admin"}}',
  '{"a":{"__proto__":null}}',
  '[1,2',
  '"text"',
  '12',
  'null',
  '\ufeff{}',
  '{"a":1e999}',
  `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  '\u0000',
]

/** A value that fits nothing in particular, nested up to `depth`. */
export function junk(chance: Chance, depth = 3): unknown {
  if (depth === 0 || chance.now(0.6)) return chance.one(HOSTILE_VALUES)
  if (chance.now(0.5)) return Array.from({ length: chance.below(5) }, () => junk(chance, depth - 1))
  const names = ['id', 'status', 'role', 'constructor', 'hasOwnProperty', '', chance.text(6)]
  return Object.fromEntries(
    Array.from({ length: chance.below(4) }, () => [chance.one(names), junk(chance, depth - 1)]),
  )
}
