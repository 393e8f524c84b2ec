import { useRef, useState } from 'react'
import { SHEET_LIMITS, sheetMessages } from '#contract/shipping-sheet.ts'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import styles from './Shipment.module.css'
import { changesOf, outcomeWords, sheetWords as say } from './sheet-words.ts'
import { useExportSheet, useImportSheet } from './use-shipping-sheet.ts'

interface Props {
  /** The project whose hires are listed. */
  projectId: string
  onClose: () => void
}

/** A parsed file, and the changes it would make. */
interface Checked {
  csv: string
  rows: Awaited<ReturnType<ReturnType<typeof useImportSheet>['mutateAsync']>>['rows']
}

/**
 * The list of parcels as a file: download it with its addresses, upload it with carriers and numbers. Open as soon as
 * it is rendered.
 */
export function ShippingSheet({ projectId, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const download = useExportSheet()
  const upload = useImportSheet()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [error, setError] = useState<string>()

  async function save() {
    try {
      const { csv, rows } = await download.mutateAsync(projectId)
      if (rows === 0) toast.error(say.nothing)
      else saveFile('shipping.csv', 'text/csv', csv)
    } catch (failure) {
      toast.error(messageOf(failure))
    }
  }

  async function check(file: File | undefined) {
    setChecked(null)
    setError(undefined)
    if (input.current) input.current.value = ''
    if (file === undefined) return
    // A character takes at most four bytes, so a larger file need not be read.
    if (file.size > SHEET_LIMITS.characters * 4) return setError(sheetMessages.tooLong)
    await run(await file.text(), true)
  }

  async function run(csv: string, dry_run: boolean) {
    try {
      const { rows } = await upload.mutateAsync({ csv, dry_run })
      if (dry_run) return setChecked({ csv, rows })
      toast.success(say.done(changesOf(rows)))
      onClose()
    } catch (failure) {
      setError(fieldOf(failure) ?? messageOf(failure))
    }
  }

  const changes = checked === null ? 0 : changesOf(checked.rows)
  return (
    <Dialog
      open
      title={say.title}
      subtitle={say.subtitle}
      locked={upload.isPending}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" disabled={upload.isPending} onClick={onClose}>
            Close
          </Button>
          {checked === null ? null : (
            <Button
              variant="primary"
              disabled={changes === 0}
              busy={upload.isPending}
              busyText="Saving..."
              onClick={() => void run(checked.csv, false)}
            >
              {say.apply(changes)}
            </Button>
          )}
        </>
      }
    >
      <ol className={styles.steps}>
        <li>
          <Button busy={download.isPending} busyText="Preparing..." onClick={() => void save()}>
            {say.download}
          </Button>
          <p className="sm muted">{say.downloadHint}</p>
        </li>
        <li>{say.fill}</li>
        <li>
          <Button
            busy={upload.isPending && checked === null}
            onClick={() => input.current?.click()}
          >
            {say.upload}
          </Button>
          <input
            ref={input}
            className="sr"
            type="file"
            accept=".csv,text/csv"
            tabIndex={-1}
            aria-label={say.upload}
            onChange={(event) => void check(event.target.files?.[0])}
          />
          <p className="sm muted">{say.uploadHint}</p>
        </li>
      </ol>
      {error === undefined ? null : <Notice tone="danger" role="alert" title={error} />}
      {checked === null ? null : (
        <ul className={styles.rows} aria-label={say.result}>
          {checked.rows.map((row) => (
            <li key={row.at_line}>
              <span className="strong">Line {row.at_line}</span>{' '}
              {row.outcome === 'refused' ? row.message : outcomeWords[row.outcome]}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** The server's error about the file itself. */
const fieldOf = (failure: unknown): string | undefined =>
  (failure as { fields?: Readonly<Record<string, string>> }).fields?.csv
