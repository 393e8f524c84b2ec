import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuth } from '#web/api/session.tsx'
import { addPasskey, passkeyFailure } from '#web/auth/passkeys.ts'
import { passkeyWords as words } from '#web/auth/passkey-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import { type OwnPasskey, ownPasskeysQuery } from '#web/auth/own-passkeys.ts'
import { FailedRow } from './FailedRow.tsx'
import { NamePasskeyDialog } from './NamePasskeyDialog.tsx'
import { RemovePasskeyQuestion } from './RemovePasskeyQuestion.tsx'
import styles from './SecurityCard.module.css'
import { SecurityRow } from './SecurityRow.tsx'
import { useAccountChanged } from './use-account-changed.ts'

/** The passkeys: add, rename and remove them. Renders nothing where passkeys are not available. */
export function PasskeysRow() {
  const { user } = useAuth()
  const queries = useQueryClient()
  const changed = useAccountChanged()
  const asked = ownPasskeysQuery(user?.id)
  const query = useQuery(asked)
  const passkeys = query.data
  const [adding, setAdding] = useState(false)
  const [naming, setNaming] = useState<Pick<OwnPasskey, 'id' | 'name'> | null>(null)
  const [removing, setRemoving] = useState<OwnPasskey | null>(null)
  if (passkeys === undefined && query.errorUpdateCount > 0)
    return <FailedRow title={words.title} query={query} failed={words.failed} />
  if (passkeys === undefined || passkeys === null) return null
  function reread() {
    void queries.invalidateQueries(asked)
    changed()
  }

  async function add() {
    setAdding(true)
    try {
      setNaming(await addPasskey())
      toast.success(words.added, words.addedNote)
      reread()
    } catch (error) {
      toast.error(passkeyFailure(error, 'notAdded'))
    }
    setAdding(false)
  }

  return (
    <SecurityRow
      title={words.title}
      text={passkeys.length > 0 ? words.some : words.none}
      action={
        <Button size="sm" busy={adding} busyText={words.waiting} onClick={() => void add()}>
          {words.add}
        </Button>
      }
    >
      {passkeys.length > 0 ? (
        <ul className={styles.list} aria-label={words.title}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.item}>
              <div className="grow">
                <div className="fname">{passkey.name}</div>
                <PasskeyTimes passkey={passkey} />
              </div>
              <Button variant="quiet" size="sm" onClick={() => setNaming(passkey)}>
                {words.rename}
                <span className="sr"> {passkey.name}</span>
              </Button>
              <Button variant="quiet" size="sm" onClick={() => setRemoving(passkey)}>
                {words.remove}
                <span className="sr"> {passkey.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {naming ? (
        <NamePasskeyDialog passkey={naming} onNamed={reread} onClose={() => setNaming(null)} />
      ) : null}
      <RemovePasskeyQuestion
        passkey={removing}
        onRemoved={reread}
        onClose={() => setRemoving(null)}
      />
    </SecurityRow>
  )
}

function PasskeyTimes({ passkey }: { passkey: OwnPasskey }) {
  return (
    <div className="meta">
      <span>
        <span>
          Added <Time value={passkey.createdAt} />
        </span>
      </span>
      {passkey.lastUsedAt === null ? null : (
        <span>
          <span>
            last used <Time value={passkey.lastUsedAt} />
          </span>
        </span>
      )}
    </div>
  )
}
