import { describe, expect, it } from 'vitest'
import { handleOf, hostOf, pieceKind, safeHref } from './links.ts'

describe('a social link', () => {
  it('is named by its handle', () => {
    expect(handleOf('https://www.instagram.com/northkitchen/')).toBe('@northkitchen')
    expect(handleOf('https://www.tiktok.com/@northkitchen')).toBe('@northkitchen')
    expect(handleOf('https://youtube.com/c/northkitchen')).toBe('@northkitchen')
  })
  it('is named by its host if it has no handle, and invalid input is tolerated', () => {
    expect(handleOf('https://www.example.com/')).toBe('example.com')
    expect(handleOf('nonsense')).toBe('nonsense')
    expect(handleOf('https://example.com/%E0%A4%A')).toBe('@%E0%A4%A')
    expect(hostOf('https://www.example.com/a')).toBe('example.com')
  })
})

describe('a portfolio piece', () => {
  const here = 'https://example.com'
  it('is classified by its extension, ignoring query and fragment', () => {
    expect(pieceKind('https://example.com/a.JPG?w=400', here)).toBe('image')
    expect(pieceKind('/art/c-maya-mug.svg', here)).toBe('image')
    expect(pieceKind('https://example.com/reel.mp4#t=3', here)).toBe('video')
    expect(pieceKind('https://example.com/watch?v=a.jpg', here)).toBe('page')
  })
  it('is a page to visit, not an image or a video, when it is hosted on another site', () => {
    expect(pieceKind('https://elsewhere.example/a.jpg', here)).toBe('page')
    expect(pieceKind('//elsewhere.example/a.jpg', here)).toBe('page')
    expect(pieceKind('https://example.com.elsewhere.example/a.mp4', here)).toBe('page')
  })
  it('never links to a script or to a protocol-relative address', () => {
    expect(safeHref('javascript:alert(1)')).toBeUndefined()
    expect(safeHref('//evil.example')).toBeUndefined()
    expect(safeHref('/storage/public/a.jpg')).toBe('/storage/public/a.jpg')
    expect(safeHref('https://example.com/a')).toBe('https://example.com/a')
  })
})
