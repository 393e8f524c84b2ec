import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { approvedWorkWords as say } from './approved-work-words.ts'

/** All approved work of a project in one archive, limited to what its payments have released. */
export function ApprovedWork({ projectId }: { projectId: string }) {
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const { url, files, locked } = await call('projects.approved_work', {
        params: { id: projectId },
      })
      if (url === null) toast.info(say.nothing, locked === 0 ? undefined : say.opens)
      else {
        // Served as an attachment: the page stays where it is.
        location.assign(url)
        toast.success(say.started(files), locked === 0 ? undefined : say.locked(locked))
      }
    } catch (error) {
      toast.error(say.failed, messageOf(error))
    }
    setBusy(false)
  }

  return (
    <Button variant="quiet" busy={busy} busyText={say.preparing} onClick={() => void download()}>
      {say.download}
    </Button>
  )
}
