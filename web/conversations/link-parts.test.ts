import { describe, expect, it } from 'vitest'
import { linkParts } from './link-parts.ts'

const links = (content: string) =>
  linkParts(content).flatMap(({ href }) => (href === null ? [] : [href]))

describe('addresses in a message', () => {
  it('are cut out of the surrounding words', () => {
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
  it('are http and https, without credentials', () => {
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
  it('end where markup would begin', () => {
    expect(links('https://a.example/"onmouseover="alert(1)')).toEqual(['https://a.example/'])
    expect(links('https://a.example/<script>')).toEqual(['https://a.example/'])
  })
  it('lose nothing of the message', () => {
    const content = ' a  https://x.example/..)) https://y.example\n\nhttps://u@z.example! '
    expect(
      linkParts(content)
        .map(({ text }) => text)
        .join(''),
    ).toBe(content)
  })
})
