import { open } from 'node:fs/promises'
import { type Media, toNearest } from '#contract/media.ts'

/** The header is at the beginning; the list of frames after it is not needed here. */
const HEADER_BYTES = 64 * 1024

/**
 * Returns the facts in the header of an AVI; null when it holds nothing sensible. Its rate is constant and it is never
 * rotated.
 */
export async function aviFacts(path: string): Promise<Omit<Media, 'storyboard'> | null> {
  const bytes = await beginning(path)
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'AVI ')
    return null
  const streams = headersOf(bytes)
  const video = streams.find(({ kind }) => kind === 'vids')
  if (video === undefined || video.format.length < 20 || video.header.length < 36) return null
  const [scale, rate] = [video.header.readUInt32LE(20), video.header.readUInt32LE(24)]
  const frames = video.header.readUInt32LE(32)
  const [width, height] = [video.format.readInt32LE(4), Math.abs(video.format.readInt32LE(8))]
  if (scale === 0 || rate === 0 || frames === 0 || width <= 0 || height === 0) return null
  const sound = streams.find(({ kind, format }) => kind === 'auds' && format.length >= 8)
  return {
    fps_num: rate,
    fps_den: scale,
    frames,
    duration_ms: toNearest((frames * scale * 1_000) / rate),
    width,
    height,
    rotation: 0,
    vfr: false,
    audio:
      sound === undefined
        ? null
        : {
            codec: `0x${sound.format.readUInt16LE(0).toString(16)}`,
            channels: sound.format.readUInt16LE(2),
            sample_rate: sound.format.readUInt32LE(4),
          },
    hdr: false,
    codec: video.format.toString('latin1', 16, 20).replaceAll(/[^\w]/g, '').toLowerCase() || 'raw',
  }
}

async function beginning(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

interface StreamHeader {
  kind: string
  header: Buffer
  format: Buffer
}

/** Chunks are a name, a length and that many bytes, padded to an even length; lists contain more chunks. */
function headersOf(bytes: Buffer): StreamHeader[] {
  const found: StreamHeader[] = []
  let at = 12
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'LIST') {
      // Skips the list's own name; the chunks in the list follow one by one.
      if (body.toString('latin1', 0, 4) === 'movi') break
      at += 12
      continue
    }
    const last = found.at(-1)
    if (name === 'strh')
      found.push({ kind: body.toString('latin1', 0, 4), header: body, format: Buffer.alloc(0) })
    if (name === 'strf' && last !== undefined) last.format = body
    at += 8 + length + (length % 2)
  }
  return found
}
