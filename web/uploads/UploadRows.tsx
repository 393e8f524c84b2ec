import { uploadMessages } from '#contract/uploads.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { UploadProgress } from '../ui/UploadProgress.tsx'
import type { UploadItem, Uploads } from './use-uploads.ts'

/** The files of a drop zone, one row each: on its way, there, or failed with a way to go on. */
export function UploadRows({ uploads }: { uploads: Uploads }) {
  return uploads.items.map((item) =>
    item.state === 'failed' ? (
      <FailedUpload key={item.key} item={item} uploads={uploads} />
    ) : (
      <UploadProgress
        key={item.key}
        file={{
          id: item.key,
          name: item.name,
          sent: item.sent,
          size: item.size,
          done: item.state === 'done',
        }}
        onRemove={() => uploads.remove(item.key)}
      />
    ),
  )
}

/** A file that did not arrive: why, and the choice between going on and giving up. */
export function FailedUpload({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  return (
    <Notice
      tone="danger"
      role="alert"
      title={
        item.error && item.error !== uploadMessages.failed
          ? `Upload failed: ${item.error}`
          : uploadMessages.failed
      }
      actions={
        <>
          <Button size="sm" onClick={() => uploads.retry(item.key)}>
            Try again
          </Button>
          <Button size="sm" variant="quiet" onClick={() => uploads.remove(item.key)}>
            Remove
          </Button>
        </>
      }
    >
      {item.name}
    </Notice>
  )
}
