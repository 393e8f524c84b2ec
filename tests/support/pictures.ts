import sharp from 'sharp'

/** A file as a form takes it. */
export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A real PNG of one colour. */
export async function pngFile(name: string, width = 800, height = 600): Promise<PickedFile> {
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#23555d' } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
