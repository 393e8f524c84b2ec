import { expect, test } from 'vitest'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { drawn } from '#web/testing/drawn.tsx'
import { VideoPlayer } from './VideoPlayer.tsx'

const player = (poster_url: string | null) =>
  drawn(
    <VideoPlayer
      deliverable={
        { file_name: 'reel.mp4', preview_url: '/reel.mp4', poster_url } as unknown as Deliverable
      }
      url="/reel.mp4"
      onLinkExpired={() => undefined}
    />,
  )

test('a video with a poster requests nothing else as the page loads', () => {
  expect(player('/still.webp')).toMatch(
    /<video(?=[^>]* poster="\/still\.webp")[^>]* preload="none"/,
  )
})

test('a rendered page requests the poster before it is laid out', () => {
  expect(player('/still.webp?a=1&b=2')).toMatch(
    /^<link rel="preload"(?=[^>]* as="image")(?=[^>]* fetchPriority="high")[^>]* href="\/still\.webp\?a=1&amp;b=2"/,
  )
})

test('a video without a poster requests its first frame', () => {
  expect(player(null)).toMatch(/<video(?![^>]* poster=)[^>]* preload="metadata"/)
})
