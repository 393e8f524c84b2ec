import { describe, expect, test } from 'vitest'
import { decodePunycode } from './punycode.ts'
import { linkMessages as say, linkProblem } from './web-links.ts'

describe('a link', () => {
  test.each([
    'https://shop.example',
    'HTTP://shop.example/a?b=c#d',
    'https://shop.example:1/',
    'https://shop.example:65535/path',
    'https://www.tiktok.com/@ada',
    'https://198.51.100.7/reel',
    'https://münchen.de/größe',
    'https://xn--mnchen-3ya.de/',
    'https://пример.рф/',
    'https://xn--e1afmkfd.xn--p1ai/',
    'https://пример.com/',
    'https://例え.jp/',
    'https://ソニーsony.jp/',
    'https://한국어.kr/',
    'https://café.example./',
    'https://ㄅㄆ好a.example/',
    'https://\u0430\u0440\u0440\u04cf\u0435.рф./',
  ])('may be %s', (link) => expect(linkProblem(link)).toBeNull())

  test.each([
    ['shop.example', say.invalid],
    ['ftp://shop.example/', say.invalid],
    ['javascript:alert(1)//https://shop.example', say.invalid],
    ['https://localhost/', say.invalid],
    ['https://.example/', say.invalid],
    ['https://ada:secret@shop.example/', say.invalid],
    ['https://shop.example/"onmouseover="alert(1)', say.characters],
    ["https://shop.example/it's", say.characters],
    ['https://shop.example/`x`', say.characters],
    ['https://shop.example/“x”', say.characters],
    ['https://shop.example/a b', say.characters],
    ['https://shop.example/<', say.characters],
    ['https://shop.example/>', say.characters],
    ['https://shop.example/{', say.characters],
    ['https://shop.example/}', say.characters],
    ['https://shop.example/|', say.characters],
    ['https://shop.example/^', say.characters],
    ['https://shop.example/‹', say.characters],
    ['https://shop.example/›', say.characters],
    ['https://shop.example/«', say.characters],
    ['https://shop.example/»', say.characters],
    ['https://shop.example/\\x', say.characters],
    ['https://shop.example/\u202egpj.exe', say.characters],
    ['https://shop\u200f.example/', say.characters],
    ['https://shop\u00ad.example/', say.characters],
    ['https://shop.example/\u0000', say.characters],
    ['https://shop.example/\u2066x', say.characters],
    ['https://shop.example:0/', say.port],
    ['https://shop.example:65536/', say.port],
    ['https://shop.example:99999/', say.port],
    ['https://shop.example:000443/', say.port],
    ['https://shop.example:/', say.port],
    ['https://shop.example:80a/', say.invalid],
    // The second letter is Cyrillic in these.
    ['https://p\u0430ypal.com/', say.alphabets],
    ['https://xn--pypal-4ve.com/', say.alphabets],
    ['https://www.p\u0430ypal.com/', say.alphabets],
    ['https://gο\u043egle.com/', say.alphabets],
    // Entirely Cyrillic, but looks like "apple".
    ['https://\u0430\u0440\u0440\u04cf\u0435.com/', say.alphabets],
    ['https://xn--80ak6aa92e.com/', say.alphabets],
  ])('may not be %j', (link, sentence) => expect(linkProblem(link)).toBe(sentence))

  test('may look like Latin letters if its top-level domain is in its own script', () => {
    expect(linkProblem('https://\u0430\u0440\u0440\u04cf\u0435.рф/')).toBeNull()
  })

  test('may be up to the maximum length, both as written and as sent', () => {
    const link = (letters: string) => `https://shop.example/${letters}`
    const most = 50
    const room = most - link('').length
    expect(linkProblem(link('x'.repeat(room)), most)).toBeNull()
    expect(linkProblem(link('x'.repeat(room + 1)), most)).toBe(say.long)
    // Each of these is six characters when it is sent.
    expect(linkProblem(link('ö'.repeat(Math.floor(room / 6))), most)).toBeNull()
    expect(linkProblem(link('ö'.repeat(Math.ceil(room / 6))), most)).toBe(say.long)
    // It is longer as written than as sent.
    expect(linkProblem(link(`${'../'.repeat(20)}x`), most)).toBe(say.long)
  })

  test('is checked in linear time', () => {
    // With quadratic time this would take minutes.
    expect(linkProblem(`https://${'a.'.repeat(500_000)} x`)).toBe(say.characters)
  })
})

// Samples of RFC 3492, section 7.1.
test.each([
  ['ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['4dbcagdahymbxekheh6e0a7fei0b', 'למההםפשוטלאמדבריםעברית'],
  ['Proprostnemluvesky-uyb24dma41a', 'Pročprostěnemluvíčesky'],
  ['mnchen-3ya', 'münchen'],
  ['a_', null],
  ['99999999', null],
])('%s decodes to %s', (label, letters) => {
  expect(decodePunycode(label)).toBe(letters)
})
