import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { hasRecoveryCodes } from '#web/auth/second-factors.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { toast } from '#web/ui/toast.ts'
import { recoveryCodeWords as words } from '#web/auth/recovery-code-words.ts'
import { FailedRow } from './FailedRow.tsx'
import { newRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'
import { SecurityRow } from './SecurityRow.tsx'
import { useAccountChanged } from './use-account-changed.ts'

const RecoveryCodesDialog = lazyComponent(
  async () => (await import('./RecoveryCodesDialog.tsx')).RecoveryCodesDialog,
)

/** The number of recovery codes left, and a way to create new ones. Only for people with an authenticator app. */
export function RecoveryCodesRow() {
  const { user } = useAuth()
  const queries = useQueryClient()
  const changed = useAccountChanged()
  const queryKey = ['recovery codes left', user?.id, hasRecoveryCodes(user?.factors)]
  const query = useQuery({ queryKey, queryFn: recoveryCodesLeft, staleTime: 0 })
  const left = query.data
  const [busy, setBusy] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (left === undefined && query.errorUpdateCount > 0)
    return <FailedRow title={words.title} query={query} failed={words.failed} />
  if (left === undefined) return null
  const replacing = left !== null

  async function renew() {
    setBusy(true)
    try {
      setCodes(await newRecoveryCodes(replacing))
      changed()
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
  }

  function close() {
    setCodes(null)
    void queries.invalidateQueries({ queryKey })
  }

  return (
    <SecurityRow
      title={words.title}
      text={left === null ? words.none : words.left(left)}
      action={
        <Button size="sm" busy={busy} busyText={words.busy} onClick={() => void renew()}>
          {replacing ? words.renew : words.get}
        </Button>
      }
    >
      {codes ? <RecoveryCodesDialog codes={codes} replaced={replacing} onClose={close} /> : null}
    </SecurityRow>
  )
}
