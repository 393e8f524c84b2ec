import { useEffect, useState } from 'react'
import { accessToken } from '#web/api/auth-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { megabytes } from '#web/ui/megabytes.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { type UnfinishedUpload, unfinishedUploads, type UploadScope } from './unfinished.ts'

/**
 * Says that an upload was interrupted when the page was closed or reloaded. A browser does not keep the file itself, so
 * the same one must be chosen again; it resumes where it stopped.
 */
export function UnfinishedNotice({ scope }: { scope: UploadScope }) {
  const [found, setFound] = useState<{ upload: UnfinishedUpload; percent: number } | null>(null)
  const { bucket, projectId, userId } = scope

  useEffect(() => {
    const asked = new AbortController()
    const [upload] = unfinishedUploads(localStorage, { bucket, projectId, userId })
    if (!upload) return
    arrivedOf(upload, asked.signal).then(
      (sent) => {
        // The server has deleted it, so there is nothing to resume.
        if (sent === null) return localStorage.removeItem(upload.key)
        setFound({ upload, percent: Math.floor((sent / Math.max(upload.size, 1)) * 100) })
      },
      // Unreachable: the next visit retries.
      () => undefined,
    )
    return () => asked.abort()
  }, [bucket, projectId, userId])

  if (!found) return null
  const { upload, percent } = found
  return (
    <Notice
      title={`${upload.name} stopped at ${percent}%`}
      actions={
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            setFound(null)
            void forget(upload)
          }}
        >
          Discard
        </Button>
      }
    >
      Choose the same file again ({megabytes(upload.size)}) and it goes on from there.
    </Notice>
  )
}

async function headers(): Promise<Record<string, string>> {
  const token = await accessToken()
  return {
    'Tus-Resumable': '1.0.0',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
}

/**
 * The number of bytes that have arrived; null when the server does not know the upload. Throws when the server is
 * unreachable.
 */
async function arrivedOf({ url }: UnfinishedUpload, signal: AbortSignal): Promise<number | null> {
  if (url === null) return null
  const response = await fetch(url, { method: 'HEAD', headers: await headers(), signal })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(String(response.status))
  const sent = Number(response.headers.get('Upload-Offset'))
  return sent > 0 ? sent : null
}

async function forget({ url, key }: UnfinishedUpload): Promise<void> {
  localStorage.removeItem(key)
  // Best effort: an abandoned upload is cleaned up anyway.
  if (url !== null)
    await fetch(url, { method: 'DELETE', headers: await headers() }).catch(() => undefined)
}
