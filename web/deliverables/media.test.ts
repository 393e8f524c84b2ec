import { describe, expect, it } from 'vitest'
import { clock, mediaKind, webLinkText } from './media.ts'

describe('a deliverable on screen', () => {
  it('is a video, an image, a PDF, text or another file, by its media type', () => {
    expect(mediaKind('video/quicktime')).toBe('video')
    expect(mediaKind('image/webp')).toBe('image')
    expect(mediaKind('application/pdf')).toBe('pdf')
    expect(mediaKind('text/plain')).toBe('text')
    expect(mediaKind('application/zip')).toBe('other')
  })

  it('shows a link without scheme, www. and trailing slash', () => {
    expect(webLinkText('https://www.instagram.com/reel/C8x2mug/')).toBe(
      'instagram.com/reel/C8x2mug',
    )
  })

  it('shows the length of a video as m:ss or h:mm:ss', () => {
    expect(clock(34.2)).toBe('0:34')
    expect(clock(3_723)).toBe('1:02:03')
  })
})
