import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { APP_PAGES, DEFAULT_PREVIEW, PUBLIC_PAGES } from '#contract/pages.ts'
import { paths } from '#contract/paths.ts'

/** What browsers require of a site before they offer to install it, and what its icons consist of. */

interface Icon {
  src: string
  sizes: string
  type: string
  purpose?: string
}
interface Manifest {
  name: string
  start_url: string
  display: string
  icons: Icon[]
  shortcuts: { name: string; url: string; icons: Icon[] }[]
}

const publicFile = (path: string) => readFileSync(`web/public${path}`)
const manifest = JSON.parse(publicFile('/manifest.webmanifest').toString()) as Manifest
const page = readFileSync('web/index.html', 'utf8')

/** The width and height that a PNG declares. */
function pngSize(png: Buffer): [width: number, height: number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test('the app can be installed: it has a name, a start URL, standalone display and icons of 192 and 512 px', () => {
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  expect(manifest.name).toBe('Cartwright')
  expect(PUBLIC_PAGES).toContain(manifest.start_url)
  expect(manifest.display).toBe('standalone')
  const plain = manifest.icons.filter(({ purpose = 'any' }) => purpose === 'any')
  expect(plain.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
})

test('every icon is there, in the size it is listed with', () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)]
  for (const { src, sizes, type } of icons) {
    const file = publicFile(src)
    const found =
      type === 'image/png' ? pngSize(file).join('x') : file.toString().startsWith('<svg') && 'any'
    expect(found, src).toBe(sizes)
  }
  const { width, height, path } = DEFAULT_PREVIEW
  expect(pngSize(publicFile(path))).toEqual([width, height])
})

test('shortcuts open Messages, My Work, My Projects and Post Project', () => {
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Messages', paths.messages],
    ['My Work', paths.dashboard],
    ['My Projects', paths.myProjects],
    ['Post Project', paths.postProject],
  ])
  for (const { url } of manifest.shortcuts) expect(APP_PAGES).toContain(url)
})

test('favicon.ico contains 16, 32 and 48 px images, and pages link it before the SVG icon', () => {
  const ico = publicFile('/favicon.ico')
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
    const entry = 6 + 16 * at
    const [bytes, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)]
    const size = pngSize(ico.subarray(offset, offset + bytes))
    expect(size).toEqual([ico.readUInt8(entry), ico.readUInt8(entry + 1)])
    return size[0]
  })
  expect(sizes).toEqual([16, 32, 48])
  expect(page).toMatch(
    /href="\/favicon\.ico" sizes="32x32" \/>\s*<link rel="icon" href="\/favicon\.svg"/,
  )
})
