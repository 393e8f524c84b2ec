import { type Bucket, UPLOAD_PATH } from '#contract/uploads.ts'
import type { Answer, Target } from './target.ts'

/** One request of the upload protocol with all the bytes, by the creator of the running deal. */
export function upload(
  target: Target,
  { bucket, name, bytes }: { bucket: Bucket; name: string; bytes: Buffer },
): Promise<Answer> {
  const meta = {
    bucket,
    filename: name,
    filetype: 'image/png',
    project_id: target.world.running.id,
  }
  return target.send({
    method: 'POST',
    path: UPLOAD_PATH,
    token: target.tokenOf(target.world.people.counterpart),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': Object.entries(meta)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes,
  })
}
