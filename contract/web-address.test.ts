import { expect, test } from 'vitest'
import { optionalWebUrl, webUrl } from './field-schemas.ts'
import { linkMessages as say } from './web-links.ts'
import { withScheme } from './web-address.ts'

test.each([
  ['sam.example', 'https://sam.example'],
  [' sam.example/me?a=b#c ', 'https://sam.example/me?a=b#c'],
  ['sam.example:8443/x', 'https://sam.example:8443/x'],
  ['www.sam.example', 'https://www.sam.example'],
  ['http://sam.example', 'http://sam.example'],
  ['HTTPS://sam.example', 'HTTPS://sam.example'],
])('%j is stored as %j', (typed, stored) => {
  expect(withScheme(typed)).toBe(stored)
  expect(webUrl().parse(typed)).toBe(stored)
  expect(optionalWebUrl().parse(typed)).toBe(stored)
})

test.each([
  'sam',
  'javascript:alert(1.5)',
  'mailto:sam@sam.example',
  'sam@sam.example',
  'data:text/html,a.b',
  '//sam.example',
  'a b.example',
  'ftp://sam.example',
])('%j gets no scheme and is refused', (typed) => {
  expect(withScheme(typed)).toBe(typed)
  expect(webUrl().safeParse(typed).success).toBe(false)
})

test.each([
  ['sam', 'Not an address.'],
  ['sam.example:99999', say.port],
  ['sam.example:999999', say.port],
  ['sam.example/"x"', say.characters],
  ['s\u0430m.example', say.alphabets],
  [`sam.example/${'x'.repeat(2_048)}`, say.long],
  // Each is six characters when sent.
  [`sam.example/${'ö'.repeat(400)}`, say.long],
])('%j is refused with the sentence of its own fault: %j', (typed, sentence) => {
  for (const schema of [webUrl('Not an address.'), optionalWebUrl('Not an address.')])
    expect(schema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence])
})
