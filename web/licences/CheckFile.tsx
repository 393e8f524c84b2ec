import { useState } from 'react'
import type { Licence } from '#contract/licence-schemas.ts'
import { BUCKET_RULES } from '#contract/uploads.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { fileChecks, type Verdict } from './file-check.ts'
import { licencePageWords as words } from './licence-page-words.ts'

/** Says whether a chosen or dropped file is one of the licensed ones, without uploading it. */
export function CheckFile({
  files,
  document,
}: {
  files: Licence['files']
  /** SHA-256 of the certificate's document. */
  document: string | null
}) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [check] = useState(() => fileChecks(setVerdict))
  return (
    <section className="stack" aria-labelledby="check-file">
      <h2 id="check-file">{words.checkTitle}</h2>
      <DropZone
        label={words.checkLabel}
        hint={words.checkHint}
        rule={BUCKET_RULES['deliverable-files']}
        onFiles={([file]) => file && void check(file, { files, document })}
      />
      <div aria-live="polite">{verdict === null ? null : <Said verdict={verdict} />}</div>
    </section>
  )
}

function Said({ verdict }: { verdict: Verdict }) {
  if (verdict === 'checking') return <p className="muted">{words.checking}</p>
  if (verdict === 'unreadable') return <Notice tone="danger" title={words.unreadable} />
  if (verdict === 'document') return <Notice tone="green" title={words.isDocument} />
  return verdict.file === null ? (
    <Notice tone="danger" title={words.isOther} />
  ) : (
    <Notice tone="green" title={words.isLicensed(verdict.file.name)} />
  )
}
