import { describe, expect, it } from 'vitest'
import { linkParts } from './link-parts.ts'

const links = (content: string) =>
  linkParts(content).flatMap(({ href }) => (href === null ? [] : [href]))

describe('addresses in a message', () => {
  it('are separated from the surrounding text and punctuation', () => {
    expect(linkParts('See https://a.example/x?y=1, then (http://b.example/z).')).toEqual([
      { text: 'See ', href: null },
      { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
      { text: ', then (', href: null },
      { text: 'http://b.example/z', href: 'http://b.example/z' },
      { text: ').', href: null },
    ])
    expect(links('https://en.wikipedia.example/wiki/Cart_(vehicle)')).toEqual([
      'https://en.wikipedia.example/wiki/Cart_(vehicle)',
    ])
  })
  it('become links only as http(s) URLs without credentials', () => {
    for (const content of [
      'javascript:alert(1)',
      'JAVASCRIPT:https//x',
      'data:text/html,x',
      'ftp://a.example',
      'https://paypal.com@evil.example/login',
      'https://user:pass@evil.example',
      'https://',
      'xhttps://a.example',
      'www.a.example',
      '<https:javascript>',
    ])
      expect(links(content), content).toEqual([])
  })
  it('end at a quotation mark or an angle bracket', () => {
    expect(links('https://a.example/"onmouseover="alert(1)')).toEqual(['https://a.example/'])
    expect(links('https://a.example/<script>')).toEqual(['https://a.example/'])
  })
  it('show their actual host when it is written differently, for instance with look-alike letters', () => {
    for (const [content, host] of [
      ['https://\u0430pple.com/login', 'xn--pple-43d.com'],
      ['https://paypa\u217c.com', 'paypal.com'],
      ['https://example\u3002com', 'example.com'],
      ['https://\uff45xample.com', 'example.com'],
      ['http://0x7f.1/admin', '127.0.0.1'],
      ['https://ex%61mple.com', 'example.com'],
      ['https://b\u00fccher.example', 'xn--bcher-kva.example'],
    ] as const)
      expect(linkParts(content)[0], content).toMatchObject({ text: content, host })
    for (const content of [
      'https://EXAMPLE.com/\u0430',
      'https://xn--pple-43d.com',
      'http://a.example:81',
    ])
      expect(linkParts(content)[0]?.host, content).toBeUndefined()
  })
  it('end before invisible characters and text-direction controls', () => {
    for (const hidden of ['\u200b', '\u202e', '\u2066', '\u00ad', '\ufeff'])
      expect(links(`https://a.example/${hidden}gnp.elif`), hidden).toEqual(['https://a.example/'])
  })
  it('are split off without losing any text of the message', () => {
    const content = ' a  https://x.example/..)) https://y.example\n\nhttps://u@z.example! '
    expect(
      linkParts(content)
        .map(({ text }) => text)
        .join(''),
    ).toBe(content)
  })
})
