import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { UploadProgress } from '#web/ui/UploadProgress.tsx'
import { UnfinishedNotice } from './UnfinishedNotice.tsx'
import { failureWords } from './upload-words.ts'
import type { UploadItem, Uploads } from './use-uploads.ts'

/** A drop zone's files, one row each: uploading, uploaded, or failed with a way to retry. */
export function UploadRows({ uploads, failed }: { uploads: Uploads; failed?: string | undefined }) {
  if (uploads.items.length === 0) return <UnfinishedNotice scope={uploads.scope} />
  return uploads.items.map((item) =>
    item.state === 'failed' ? (
      <FailedUpload key={item.key} item={item} uploads={uploads} failed={failed} />
    ) : (
      <UploadProgress
        key={item.key}
        file={{
          id: item.key,
          name: item.name,
          sent: item.sent,
          size: item.size,
          secondsLeft: item.secondsLeft,
          done: item.state === 'done',
        }}
        onRemove={() => uploads.remove(item.key)}
      />
    ),
  )
}

/** A file that did not arrive: the reason, and the choice between resuming and giving up. */
export function FailedUpload({
  item,
  uploads,
  failed,
}: {
  item: UploadItem
  uploads: Uploads
  /** What failed, in the words of SPEC §8. */
  failed?: string | undefined
}) {
  return (
    <Notice
      tone="danger"
      role="alert"
      title={failureWords(item, failed)}
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
