import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface Plain {
  film: string
  to: string
  mark: string | null
  size: { width: number; height: number }
}

/** The same copy as a straightforward command makes it: of that size, one thread, the same encoder and quality. */
export async function plainFfmpeg(command: string, { film, to, mark, size }: Plain): Promise<void> {
  const scaled = `[0:v]scale=${size.width}:${size.height}`
  const graph = mark === null ? `${scaled}[out]` : `${scaled}[v];[v][1:v]overlay[out]`
  const inputs = mark === null ? ['-i', film] : ['-i', film, '-i', mark]
  const words = (text: string): string[] => text.split(' ')
  const args = words('-nostdin -loglevel error -y -threads 1').concat(
    inputs,
    ['-filter_complex', graph],
    words('-map [out] -map 0:a -c:v libx264 -preset veryfast -crf 27 -threads 1'),
    words('-c:a aac -b:a 96k -movflags +faststart'),
    to,
  )
  const child = spawn(command, args, { stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
