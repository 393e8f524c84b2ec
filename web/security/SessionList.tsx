import { useState } from 'react'
import { deviceName } from '#contract/device-name.ts'
import type { LiveSession } from '#contract/session-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { logFailure } from '#web/page/console-lines.ts'
import { Tag } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './SecurityCard.module.css'
import { SecurityRow } from './SecurityRow.tsx'
import { useEndSession, useSessions } from './use-sessions.ts'

/** The reader's own sessions: end one of them, or all. */
export function SessionList() {
  const query = useSessions()
  const [asking, setAsking] = useState(false)
  return (
    <SecurityRow
      title="Sessions"
      text="The browsers and devices you are signed in on."
      action={
        <Button size="sm" variant="destructive-quiet" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <Loaded
        query={query}
        pending={
          <SkeletonGroup>
            <Skeleton height={44} />
          </SkeletonGroup>
        }
        failed={() => 'Your sessions could not be loaded'}
      >
        {(sessions) => (
          <ul className={styles.list}>
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <SignOutEverywhere open={asking} onClose={() => setAsking(false)} />
    </SecurityRow>
  )
}

function SessionItem({ session }: { session: LiveSession }) {
  const end = useEndSession()
  const device = deviceName(session.user_agent)
  async function endIt() {
    try {
      await end.mutateAsync(session.id)
      toast.success('Session ended', `${device} is signed out.`)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <li className={styles.item}>
      <div className="grow">
        <div className="fname">{device}</div>
        <div className="meta">
          <span>
            <span>
              Signed in <Time value={session.created_at} exact />
            </span>
          </span>
          {session.current ? null : (
            <span>
              <span>
                last used <Time value={session.refreshed_at} exact />
              </span>
            </span>
          )}
        </div>
      </div>
      {session.current ? (
        <Tag>This session</Tag>
      ) : (
        <Button variant="quiet" size="sm" busy={end.isPending} onClick={() => void endIt()}>
          End session<span className="sr"> on {device}</span>
        </Button>
      )}
    </li>
  )
}

function SignOutEverywhere({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signOut } = useAuth()
  const [busy, setBusy] = useState(false)
  async function confirm() {
    setBusy(true)
    try {
      await signOut('global')
    } catch (error) {
      logFailure('Error signing out', error)
      toast.error(
        'You are signed out here only',
        'The server did not hear of it. Sign in again to sign out everywhere.',
      )
    }
  }
  return (
    <ConfirmDialog
      open={open}
      title="Sign out everywhere"
      confirm="Sign out everywhere"
      busyText="Signing out..."
      destructive
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="muted">Every browser and device is signed out, this one too.</p>
    </ConfirmDialog>
  )
}
