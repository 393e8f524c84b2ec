import { createHash } from 'node:crypto'
import { type Bucket, UPLOAD_PATH, type UploadedFile } from '#contract/uploads.ts'
import { Loss } from './loss.ts'
import type { Person } from './person.ts'
import { count } from './tally.ts'

export const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const TUS = { 'tus-resumable': '1.0.0' }

/**
 * Uploads by the protocol's own steps in two chunks, resuming wherever the server says. The server must never request
 * bytes again that it has acknowledged.
 */
export async function upload(
  person: Person,
  bucket: Bucket,
  bytes: Buffer,
  projectId: string,
): Promise<UploadedFile> {
  const meta = { bucket, filename: 'work.txt', filetype: 'text/plain', project_id: projectId }
  const metadata = Object.entries(meta)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const path = await person.town.line.persist('an upload begun', async () => {
    const heard = await person.send({
      name: 'uploads.create',
      method: 'POST',
      path: UPLOAD_PATH,
      headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    })
    if (heard.is === 'unknown') return undefined
    if (heard.is === 'refused') throw new Loss(`an upload was refused: ${heard.status}`)
    return heard.headers.get('location') ?? ''
  })
  const { pathname } = new URL(path, `${person.town.line.url}${UPLOAD_PATH}/`)
  let acknowledged = 0
  const file = await person.town.line.persist(
    'an upload ended',
    async (): Promise<UploadedFile | undefined> => {
      const heard = await person.send({
        name: 'uploads.where',
        method: 'HEAD',
        path: pathname,
        headers: TUS,
      })
      if (heard.is === 'unknown' || (heard.is === 'refused' && heard.status === 423))
        return undefined
      if (heard.is === 'refused')
        throw new Loss(`an upload that was begun is gone: ${heard.status}`)
      const offset = Number(heard.headers.get('upload-offset'))
      if (offset < acknowledged)
        throw new Loss(`${acknowledged} bytes were acknowledged, ${offset} are there`)
      if (offset === bytes.length) return finished(person, pathname)
      const end = offset === 0 ? Math.ceil(bytes.length / 2) : bytes.length
      const sent = await person.send({
        name: 'uploads.piece',
        method: 'PATCH',
        path: pathname,
        headers: {
          ...TUS,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes.subarray(offset, end)),
      })
      if (sent.is !== 'done') return undefined
      acknowledged = end
      return sent.body.length > 0 ? (JSON.parse(sent.body.toString()) as UploadedFile) : undefined
    },
  )
  const { tally } = person.town.line
  count(tally.acknowledged, 'uploads.finish')
  tally.bytesUploaded += bytes.length
  person.town.journal.note('files', { id: file.id, owner_id: person.id, size: bytes.length })
  return file
}

async function finished(person: Person, path: string): Promise<UploadedFile | undefined> {
  const heard = await person.send({ name: 'uploads.answer', method: 'GET', path })
  return heard.is === 'done' ? (JSON.parse(heard.body.toString()) as UploadedFile) : undefined
}
