import { inflateRawSync } from 'node:zlib'

/** The entries of a ZIP by name, as listed in its directory. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\u0005\u0006') + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    const isDeflated = zip.readUInt16LE(at + 10) === 8
    entries.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      isDeflated ? inflateRawSync(bytes) : bytes,
    )
    at += 46 + name + extra + comment
  }
  return entries
}
