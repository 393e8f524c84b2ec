import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { SecurityRow } from './SecurityRow.tsx'

/** A copy of all of the reader's own data, as the privacy page promises. */
export function DataRow() {
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const { url } = await call('account.export')
      // Served as an attachment, so the browser does not leave the page.
      location.assign(url)
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
  }

  return (
    <SecurityRow
      title="Your data"
      text="A ZIP of your profile, projects, messages, payments and files, as JSON, CSV and the files themselves."
      action={
        <Button size="sm" busy={busy} busyText="Preparing..." onClick={() => void download()}>
          Download
        </Button>
      }
    />
  )
}
