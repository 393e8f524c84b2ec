import { expect, test } from 'vitest'
import { drawn } from '#web/testing/drawn.tsx'
import { piecesOf } from './piece.ts'
import { PortfolioPiece } from './PortfolioPiece.tsx'

const STEM = '/storage/public/portfolio/maya/one'

function tile(url: string): string {
  const [piece] = piecesOf(
    { portfolio_urls: [url], portfolio_captions: [] },
    'https://shop.example',
  )
  if (!piece) throw new Error(`${url} is no piece`)
  return drawn(<PortfolioPiece piece={piece} index={0} sizes="200px" onOpen={() => undefined} />)
}

test('a film is a poster that loads when it comes into view, and requests nothing of the film', () => {
  const html = tile(`${STEM}.mp4`)
  expect(html).toMatch(new RegExp(`<img(?=[^>]* src="${STEM}-poster\\.webp")[^>]* loading="lazy"`))
  expect(html).not.toContain('<video')
  expect(html).toContain('lucide-play')
})

test('a film that has no poster of ours shows its first frame', () => {
  expect(tile('/films/one.webm')).toMatch(
    /<video[^>]* src="\/films\/one\.webm#t=0\.1"[^>]* preload="metadata"/,
  )
})

test('a picture has no sign to play it', () => {
  expect(tile(`${STEM}.webp`)).not.toContain('lucide-play')
})
