import { expect, test } from 'vitest'
import { uploadMessages } from '#contract/uploads.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { UploadRows } from './UploadRows.tsx'
import type { UploadItem, Uploads } from './use-uploads.ts'

const uploads = (error: string | null) =>
  ({
    items: [{ key: 'k', name: 'proof.png', state: 'failed', error } as UploadItem],
  }) as unknown as Uploads

test('upload failure: "Upload failed: {reason}", or "Upload failed" without one', () => {
  expect(wordsOf(<UploadRows uploads={uploads('the line is busy')} />)).toContain(
    'Upload failed: the line is busy',
  )
  expect(wordsOf(<UploadRows uploads={uploads(null)} />)).toMatch(/Upload failed proof\.png/)
})

test('"Screenshot upload failed: {reason}"', () => {
  const failed = uploadMessages.screenshotFailed
  expect(wordsOf(<UploadRows uploads={uploads('the line is busy')} failed={failed} />)).toContain(
    'Screenshot upload failed: the line is busy',
  )
})
