import { expect, test } from 'vitest'
import { renderMail } from './mail-layout.ts'
import { neutralLine, neutralText } from './neutral-text.ts'

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['J.R. Smith & Söhne', 'J. R. Smith & Söhne'],
  ['It pays $1,000.50. Version 2.0 of it.', 'It pays $1,000.50. Version 2.0 of it.'],
  ['Win at https://evil.example/now', 'Win at https: //evil. example/now'],
  ['evil.example', 'evil. example'],
  ['WWW.EVIL.EXAMPLE', 'WWW. EVIL. EXAMPLE'],
  ['ada@evil.example', 'ada@evil. example'],
  ['evil\u200b.example', 'evil. example'],
  ['evil.\u2060example', 'evil. example'],
  ['evil\u200d.\u200cexample', 'evil\u200d. \u200cexample'],
  ['👩\u200d🚀', '👩\u200d🚀'],
  ['evil\u3002example', 'evil. example'],
  ['\u202eelpmaxe.live', 'elpmaxe. live'],
  ['a\u0000b\u007fc\u0085d', 'abcd'],
  ['one\r\ntwo\u2028three', 'one\ntwo\nthree'],
])('%j becomes %j', (text, neutral) => expect(neutralText(text)).toBe(neutral))

test('a heading becomes one line, and exempted names stay unchanged', () => {
  expect(neutralLine('Ada\n\nYour account is closed: evil.example')).toBe(
    'Ada Your account is closed: evil. example',
  )
  expect(neutralText('Ada (evil.example) at Cart.example', ['Cart.example'])).toBe(
    'Ada (evil. example) at Cart.example',
  )
})

test('no part of a mail turns a user-supplied name into a link', () => {
  const name = 'Prize\u202e\r\nBcc: x@evil.example https://evil.example www.evil.example'
  const { subject, text, html } = renderMail(
    { brandName: 'Cart.example', siteUrl: 'https://cart.example' },
    {
      subject: `${name} applied`,
      heading: `${name} of Harrow\n\nPine applied`,
      lines: [`${name} wants to work with you at Cart.example.`],
      action: { label: 'Open it', url: 'https://cart.example/projects/1' },
    },
  )
  for (const part of [subject, text, html]) expect(part).not.toMatch(/evil\.example|\u202e/)
  for (const part of [text, html]) expect(part).toContain('work with you at Cart.example.')
  expect(subject).not.toMatch(/[\r\n]/)
  expect(text.split('\n')[0]).toMatch(/of Harrow Pine applied$/)
  expect(text).toContain('https://cart.example/projects/1')
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => new URL(href ?? '').host)).toEqual(
    expect.not.arrayContaining(['evil.example']) as string[],
  )
})
