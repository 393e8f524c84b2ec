import { join } from 'node:path'
import sharp from 'sharp'

/** A drawing of scripts/demo/art as PNG bytes, `width` pixels wide. */
export function picture(name: string, width: number): Promise<Buffer> {
  const file = join(process.cwd(), 'scripts', 'demo', 'art', `${name}.svg`)
  return sharp(file, { density: 144 }).resize({ width }).png().toBuffer()
}
