import { useState } from 'react'
import type { OperatorPerson } from '#contract/operator-record-schemas.ts'
import { viewAsWords } from '#contract/view-as-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Allowed } from './Allowed.tsx'
import styles from './Console.module.css'
import { useAct } from './use-console.ts'

const BanDialog = lazyComponent(
  async () => (await import('./BanDialog.tsx')).BanDialog,
  null,
  'nobody',
)
const ViewAsDialog = lazyComponent(
  async () => (await import('./ViewAsDialog.tsx')).ViewAsDialog,
  null,
  'nobody',
)
const ReasonDialog = lazyComponent(
  async () => (await import('./ReasonDialog.tsx')).ReasonDialog,
  null,
  'nobody',
)

/** The possible acts on an account: none on an operator's or a deleted account. */
export function PersonActs({ person }: { person: OperatorPerson }) {
  const [open, setOpen] = useState<'ban' | 'unban' | 'end_sessions' | 'view' | null>(null)
  const unban = useAct('operator.unban')
  const endSessions = useAct('operator.end_sessions')
  const params = { id: person.id }
  const close = () => setOpen(null)
  if (person.operator || person.state === 'deleted') return null
  return (
    <Allowed call="operator.ban">
      <div className={styles.acts}>
        {person.state === 'active' ? (
          <Button onClick={() => setOpen('view')}>{viewAsWords.button}</Button>
        ) : null}
        {person.sessions.length > 0 ? (
          <Button onClick={() => setOpen('end_sessions')}>Sign out everywhere</Button>
        ) : null}
        {person.state === 'banned' ? (
          <Button onClick={() => setOpen('unban')}>Lift ban</Button>
        ) : (
          <Button variant="destructive" onClick={() => setOpen('ban')}>
            Ban
          </Button>
        )}
        {open === 'view' ? <ViewAsDialog person={person} onClose={close} /> : null}
        {open === 'ban' ? <BanDialog person={person} onClose={close} /> : null}
        {open === 'unban' ? (
          <ReasonDialog
            draft={`unban-${person.id}`}
            title={`Lift the ban of ${person.name}`}
            confirm="Lift ban"
            done="The ban is lifted"
            act={(reason) => unban.mutateAsync({ params, body: { reason } })}
            onClose={close}
          >
            <p className="muted">
              They can sign in again, and their profile and projects are shown.
            </p>
          </ReasonDialog>
        ) : null}
        {open === 'end_sessions' ? (
          <ReasonDialog
            draft={`end-sessions-${person.id}`}
            title={`Sign ${person.name} out everywhere`}
            confirm="Sign out"
            done="Signed out everywhere"
            act={(reason) => endSessions.mutateAsync({ params, body: { reason } })}
            onClose={close}
          >
            <p className="muted">They can sign in again at once.</p>
          </ReasonDialog>
        ) : null}
      </div>
    </Allowed>
  )
}
