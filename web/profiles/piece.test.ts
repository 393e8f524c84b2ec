import { describe, expect, it } from 'vitest'
import { isShown, pieceName, piecesOf } from './piece.ts'

describe('the pieces of a portfolio', () => {
  const here = 'https://example.com'
  const pieces = piecesOf(
    {
      portfolio_urls: [
        '/art/one.svg',
        'javascript:alert(1)',
        `${here}/film.mp4`,
        'https://www.elsewhere.example/a.png',
        '/storage/public/portfolio/a/b.mp4',
      ],
      portfolio_captions: ['', 'A script', '', '', 'Bread week'],
    },
    here,
  )

  it('are those with a safe link, in their order', () => {
    expect(pieces.map(({ href }) => href)).toEqual([
      '/art/one.svg',
      `${here}/film.mp4`,
      'https://www.elsewhere.example/a.png',
      '/storage/public/portfolio/a/b.mp4',
    ])
    expect(pieces.map(({ poster }) => poster).at(-1)).toBe(
      '/storage/public/portfolio/a/b-poster.webp',
    )
  })
  it('are shown, rather than linked, only if they are hosted on this site', () => {
    expect(pieces.filter(isShown).map(({ kind }) => kind)).toEqual(['image', 'video', 'video'])
  })
  it('are named by position and caption, and by host for a page without a caption', () => {
    expect(pieces.map(pieceName)).toEqual([
      'portfolio piece 1',
      'portfolio piece 2',
      'portfolio piece 3, elsewhere.example',
      'portfolio piece 4, Bread week',
    ])
  })
})
