import { crc32, deflateSync } from 'node:zlib'

export const SCRIPT = '<script>alert(1)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
/** Files that are not what they pretend to be, by what they are; every one is refused everywhere. */
export const HOSTILE_BYTES: Readonly<Record<string, Buffer>> = {
  html: Buffer.from(`<!DOCTYPE html><html>${SCRIPT}`),
  'html after a byte order mark': Buffer.from(`\uFEFF\n<html>${SCRIPT}`),
  'html in UTF-16': Buffer.from(`\uFEFF<html>${SCRIPT}`, 'utf16le'),
  'html in a comment': Buffer.from(`<!-- x --> ${SCRIPT}`),
  svg: Buffer.from(SVG),
  'svg after a prologue': Buffer.from(`<?xml version="1.0"?>${SVG}`),
  'svg, compressed': deflateSync(SVG),
  php: Buffer.from('<?php system($_GET["c"]); ?>'),
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
  elf: Buffer.concat([Buffer.from('\u007fELF\u0002\u0001\u0001'), Buffer.alloc(200)]),
  zip: Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]),
  gzip: Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), Buffer.alloc(200)]),
  'gif with a script': Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)//'),
  'bmp with a script': Buffer.concat([Buffer.from('BM'), Buffer.alloc(60), Buffer.from(SCRIPT)]),
  'a playlist': Buffer.from('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n/etc/passwd\n\u0000'),
  'one byte': Buffer.from([0]),
  'text with a NUL': Buffer.from('hello\u0000world'),
  'text in latin-1': Buffer.from('gr\u00fc\u00dfe', 'latin1'),
}

/** A PNG that claims this many pixels and contains none. */
export function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
