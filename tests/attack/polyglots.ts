import sharp from 'sharp'
import type { Bucket, UploadedFile } from '#contract/uploads.ts'
import { HOSTILE_BYTES, pngOf, SCRIPT } from '#tests/support/hostile-files.ts'
import { pngFile } from '#tests/support/pictures.ts'
import type { Family } from './family.ts'
import type { Answer, Target } from './target.ts'
import { upload } from './upload.ts'

/** Names that have opened other people's servers and browsers. */
const NAMES: readonly string[] = [
  '../../etc/passwd',
  '..\\..\\x.png',
  'a.png\u0000.html',
  'x\r\nContent-Type: text/html\r\n\r\n<script>',
  "\";filename*=UTF-8''evil.html",
  '\u202egnp.exe',
  'me.png.html',
  '.htaccess',
  `${'x'.repeat(4_000)}.svg`,
]

const BUCKETS: readonly (readonly [Bucket, string])[] = [
  ['avatars', 'me.png'],
  ['portfolio', 'a.jpg'],
  ['proof-screenshots', 'a.png'],
  ['deliverable-files', 'a.mp4'],
  ['message-files', 'a.jpg.html'],
]

/** Pictures that are also something else. */
async function polyglots(): Promise<[string, Buffer][]> {
  const { buffer } = await pngFile('x', 30, 30)
  const tail = Buffer.from(`PK\u0003\u0004<html>${SCRIPT}<?php ?>`)
  return Promise.all(
    (['png', 'jpeg', 'webp'] as const).map(async (format): Promise<[string, Buffer]> => [
      `a ${format} that is a page as well`,
      Buffer.concat([await sharp(buffer).toFormat(format).toBuffer(), tail]),
    ]),
  )
}

/** What is wrong with how a file is served, or null. */
async function servedComplaint(target: Target, url: string): Promise<string | null> {
  const response = await fetch(target.origin + url)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) return `is answered ${response.status}`
  const type = response.headers.get('content-type') ?? ''
  if (!/^(image\/(png|jpeg|webp|gif|avif)|video\/|audio\/|text\/plain|application\/pdf)/.test(type))
    return `is served as ${type}`
  if (response.headers.get('x-content-type-options') !== 'nosniff') return 'may be sniffed'
  if (!/default-src 'none'/.test(response.headers.get('content-security-policy') ?? ''))
    return 'has no policy'
  const disposition = response.headers.get('content-disposition') ?? ''
  if (/[\r\n]/.test(disposition)) return `is called ${disposition}`
  return type.startsWith('image/') && bytes.includes('alert(1)') ? 'still carries a script' : null
}

/** Files that pretend to be something else, that are two things at once, or that unpack to more than a server has. */
export const polyglotFamily: Family = {
  name: 'polyglots',
  async attack(target, tally, { some, isShort }) {
    const lies = Object.entries(HOSTILE_BYTES).flatMap(([what, bytes]) =>
      BUCKETS.map(([bucket, name]) => ({ what, bytes, bucket, name })),
    )
    for (const { what, bytes, bucket, name } of some(lies, 30)) {
      const { status } = await upload(target, { bucket, name, bytes })
      tally.count(`${what} as ${name} in ${bucket}`, status === 415 ? null : `answered ${status}`)
    }
    for (const [what, bytes] of [
      ['30,000 × 30,000 pixels', pngOf(30_000, 30_000)],
      ['one pixel high and 2³¹ − 1 wide', pngOf(2_147_483_647, 1)],
      ['just above 40 megapixels', pngOf(8_001, 5_000)],
    ] as const)
      for (const bucket of ['avatars', 'deliverable-files'] as const) {
        const { status } = await upload(target, { bucket, name: 'a.png', bytes })
        tally.count(`${what} in ${bucket}`, status === 422 ? null : `answered ${status}`)
      }
    const stored: [string, Answer][] = []
    for (const [what, bytes] of await polyglots())
      for (const bucket of ['avatars', 'deliverable-files'] as const)
        stored.push([what, await upload(target, { bucket, name: 'me.png', bytes })])
    const { buffer } = await pngFile('x', 30, 30)
    for (const name of isShort ? NAMES.slice(0, 4) : NAMES)
      stored.push([
        JSON.stringify(name).slice(0, 40),
        await upload(target, { bucket: 'deliverable-files', name, bytes: buffer }),
      ])
    for (const [what, { status, body }] of stored) {
      if (status >= 400) {
        tally.count(what, status === 415 || status === 422 ? null : `answered ${status} ${body}`)
        continue
      }
      const { url } = JSON.parse(body) as UploadedFile
      tally.count(what, await servedComplaint(target, url))
    }
  },
}
