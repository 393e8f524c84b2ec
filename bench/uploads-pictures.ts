import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import type { Person } from './people.ts'
import type { RunningServer } from './servers.ts'
import { send } from './uploads-run.ts'
import { onDatabase } from './workspace.ts'

/** The number of camera pictures sent, and how many at once. */
const PICTURES = 12
const AT_ONCE = 6
/** The time limit for all jobs on a slow machine. */
const PATIENCE_MS = 120_000

/** Pictures a second. */
export interface PictureSpeed {
  pictures: number
  /** Megapixels of each. */
  megapixels: number
  /** Sent, decoded, re-encoded, recorded. */
  accepted: number
  /** With all smaller copies made by jobs. */
  prepared: number
  /** Re-encoding alone in this process, one after the other. */
  alone: number
}

/** Sends pictures of 12 megapixels as avatars and waits until every copy of them exists. */
export async function measurePictures(
  server: RunningServer,
  people: readonly Person[],
): Promise<PictureSpeed> {
  const [width, height] = [4_000, 3_000]
  const photo = await photoOf(width, height)
  const begun = performance.now()
  const queue = Array.from({ length: PICTURES }, (_, index) => people[index % people.length])
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let person = queue.pop(); person; person = queue.pop())
        await upload(server, person, photo)
    }),
  )
  const accepted = performance.now() - begun
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const [row] = await onDatabase<{ waiting: number }>(
      server.databaseUrl,
      `select count(*)::int as waiting from files where bucket = 'avatars' and prepared_at is null`,
    )
    if (row?.waiting === 0) break
    if (performance.now() > deadline) throw new Error('the pictures were not prepared in time')
    await pause(50)
  }
  const prepared = performance.now() - begun
  const alone = performance.now()
  for (let index = 0; index < 3; index += 1) {
    await sharp(photo).resize({ width: 512, height: 512 }).webp({ quality: 82 }).toBuffer()
  }
  const perSecond = (count: number, ms: number) => (count / ms) * 1_000
  return {
    pictures: PICTURES,
    megapixels: (width * height) / 1_000_000,
    accepted: perSecond(PICTURES, accepted),
    prepared: perSecond(PICTURES, prepared),
    alone: perSecond(3, performance.now() - alone),
  }
}

async function upload(server: RunningServer, { token }: Person, photo: Buffer): Promise<void> {
  await send(
    'POST',
    server.url + UPLOAD_PATH,
    {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(photo.length),
      'upload-metadata': `bucket ${Buffer.from('avatars').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    photo,
  )
}

/** Like a camera's picture: large, and not of a single colour. */
function photoOf(width: number, height: number): Promise<Buffer> {
  const [w, h] = [400, 300]
  return sharp(randomBytes(w * h * 3), { raw: { width: w, height: h, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
