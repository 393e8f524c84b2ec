import { useEffect, useState } from 'react'
import type { UploadedFile } from '#contract/uploads.ts'
import { useAuth } from '#web/api/session.tsx'
import { useUploads } from '#web/uploads/use-uploads.ts'
import { keepFiles, restoreFiles } from './delivery-draft.ts'

/**
 * The two files of a delivery, and whether it waits for the money. What arrived is kept on this device until it is handed
 * in or taken away: the server has it, so no one has to send it again.
 */
export function useDeliveryFiles(projectId: string) {
  const person = useAuth().user?.id ?? null
  const [start] = useState(() => restoreFiles(person, projectId))
  const file = useUploads({
    bucket: 'deliverable-files',
    projectId,
    single: true,
    kept: uploadedOf(start.file),
  })
  const screenshot = useUploads({
    bucket: 'proof-screenshots',
    projectId,
    single: true,
    kept: uploadedOf(start.screenshot),
  })
  const [waits, setWaits] = useState(start.waits)
  const kept = {
    file: textOf(file.items[0]?.uploaded),
    screenshot: textOf(screenshot.items[0]?.uploaded),
  }
  useEffect(() => {
    keepFiles(person, projectId, { file: kept.file, screenshot: kept.screenshot, waits })
  }, [person, projectId, kept.file, kept.screenshot, waits])

  return {
    file,
    screenshot,
    waits,
    setWaits,
    clear() {
      file.clear()
      screenshot.clear()
      setWaits(false)
    },
  }
}

const textOf = (uploaded: UploadedFile | null | undefined): string =>
  uploaded ? JSON.stringify(uploaded) : ''
const uploadedOf = (text: string): UploadedFile | null =>
  text === '' ? null : (JSON.parse(text) as UploadedFile)
