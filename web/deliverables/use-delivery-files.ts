import { useEffect, useMemo, useState } from 'react'
import type { UploadedFile } from '#contract/uploads.ts'
import { useAuth } from '#web/api/session.tsx'
import { useUploads } from '#web/uploads/use-uploads.ts'
import { keepFiles, restoreFiles } from './delivery-draft.ts'

/** An upload as stored, with the item that was chosen for it: absent until someone chooses one. */
interface KeptUpload extends UploadedFile {
  item?: string | null
}

/**
 * The files of a delivery and its proof, and whether it waits for the money. Uploads that arrived are kept on this
 * device until they are handed in or removed: the server has them, so no one has to send them again.
 */
export function useDeliveryFiles(projectId: string) {
  const person = useAuth().user?.id ?? null
  const [start] = useState(() => restoreFiles(person, projectId))
  const [before] = useState(() => uploadsOf(start.file))
  const file = useUploads({ bucket: 'deliverable-files', projectId, kept: before })
  const screenshot = useUploads({
    bucket: 'proof-screenshots',
    projectId,
    single: true,
    kept: uploadsOf(start.screenshot),
  })
  /** The item that someone chose for a file, by file key; null means none of the items. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>(() =>
    Object.fromEntries(before.flatMap(({ id, item }) => (item === undefined ? [] : [[id, item]]))),
  )
  const [waits, setWaits] = useState(start.waits)
  const arrived = useMemo(
    () =>
      textOf(
        file.items.flatMap(({ key, uploaded }): KeptUpload[] => {
          if (uploaded === null) return []
          const item = chosen[key]
          return [item === undefined ? uploaded : { ...uploaded, item }]
        }),
      ),
    [file.items, chosen],
  )
  const proof = textOf(screenshot.items.flatMap(({ uploaded }) => (uploaded ? [uploaded] : [])))
  useEffect(() => {
    keepFiles(person, projectId, { file: arrived, screenshot: proof, waits })
  }, [person, projectId, arrived, proof, waits])

  return {
    file,
    screenshot,
    chosen,
    choose: (items: Readonly<Record<string, string | null>>) =>
      setChosen((now) => ({ ...now, ...items })),
    waits,
    setWaits,
    clear() {
      file.clear()
      screenshot.clear()
      setChosen({})
      setWaits(false)
    },
  }
}

const textOf = (uploads: readonly KeptUpload[]): string =>
  uploads.length === 0 ? '' : JSON.stringify(uploads)

/** A file stored before there could be several becomes one of them. */
function uploadsOf(text: string): KeptUpload[] {
  if (text === '') return []
  const kept = JSON.parse(text) as KeptUpload | KeptUpload[]
  return Array.isArray(kept) ? kept : [kept]
}
