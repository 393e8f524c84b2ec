import type { Factor } from '@supabase/auth-js'
import { useState } from 'react'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { authenticatorsOf, hasRecoveryCodes } from '#web/auth/second-factors.ts'
import { brand } from '#web/page/brand.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import { beginEnrolment, removeAuthenticator, type Enrolment } from './authenticators.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import styles from './SecurityCard.module.css'
import { SecurityRow } from './SecurityRow.tsx'
import { useAccountChanged } from './use-account-changed.ts'

const EnrolDialog = lazyComponent(async () => (await import('./EnrolDialog.tsx')).EnrolDialog)

const RecoveryCodesDialog = lazyComponent(
  async () => (await import('./RecoveryCodesDialog.tsx')).RecoveryCodesDialog,
  null,
  'nobody',
)

/** The authenticator apps: set one up, remove one. */
export function AuthenticatorRow() {
  const { user } = useAuth()
  const changed = useAccountChanged()
  const apps = authenticatorsOf(user?.factors)
  const [starting, setStarting] = useState(false)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [removing, setRemoving] = useState<Factor | null>(null)

  async function start() {
    setStarting(true)
    try {
      setEnrolment(await beginEnrolment(brand.name))
    } catch (error) {
      toast.error(messageOf(error))
    }
    setStarting(false)
  }

  /** Someone with a first app needs a way to sign in without it, before they lose it. */
  async function added() {
    setEnrolment(null)
    try {
      if (!hasRecoveryCodes(user?.factors)) setCodes(await newRecoveryCodes(false))
    } catch (error) {
      toast.error(messageOf(error))
    }
    changed()
  }

  return (
    <SecurityRow
      title="Authenticator app"
      text={
        apps.length > 0
          ? 'On. Signing in also asks for a code from your app.'
          : 'Off. With an app on your phone, signing in also asks for a code only you have.'
      }
      action={
        <Button size="sm" busy={starting} busyText="Setting up..." onClick={() => void start()}>
          {apps.length > 0 ? 'Add another app' : 'Set up app'}
        </Button>
      }
    >
      {apps.length > 0 ? (
        <ul className={styles.list}>
          {apps.map((app) => (
            <li key={app.id} className={styles.item}>
              <div className="grow">
                <div className="fname">{app.friendly_name ?? 'Authenticator app'}</div>
                <div className="sm muted">
                  Added <Time value={app.created_at} />
                </div>
              </div>
              <Button variant="quiet" size="sm" onClick={() => setRemoving(app)}>
                Remove<span className="sr"> {app.friendly_name ?? 'Authenticator app'}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {enrolment ? (
        <EnrolDialog
          enrolment={enrolment}
          onAdded={() => void added()}
          onClose={() => setEnrolment(null)}
        />
      ) : null}
      {codes ? (
        <RecoveryCodesDialog codes={codes} replaced={false} onClose={() => setCodes(null)} />
      ) : null}
      <RemoveQuestion app={removing} last={apps.length < 2} onClose={() => setRemoving(null)} />
    </SecurityRow>
  )
}

function RemoveQuestion({
  app,
  last,
  onClose,
}: {
  app: Factor | null
  last: boolean
  onClose: () => void
}) {
  const changed = useAccountChanged()
  const [busy, setBusy] = useState(false)
  async function confirm() {
    if (!app) return
    setBusy(true)
    try {
      await removeAuthenticator(app.id)
      toast.success('Authenticator app removed')
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
    changed()
    onClose()
  }
  return (
    <ConfirmDialog
      open={app !== null}
      title="Remove authenticator app"
      confirm="Remove"
      destructive
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="muted">
        {last
          ? 'Signing in will no longer ask for a code.'
          : 'Codes of this app will no longer be accepted. To go on, you are asked for a code of another.'}
      </p>
    </ConfirmDialog>
  )
}
