import { useState } from 'react'
import { daysText } from '#contract/number-text.ts'
import type { OperatorPerson } from '#contract/operator-record-schemas.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import styles from './Console.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useAct } from './use-console.ts'

/** How long a ban may last, in days; the last is until it is lifted. */
const TERMS = [
  { days: 7, word: daysText(7) },
  { days: 30, word: daysText(30) },
  { days: 365, word: 'One year' },
  { days: null, word: 'Until it is lifted' },
] as const

/** The possible acts on an account: none on an operator's or a deleted one. */
export function PersonActs({ person }: { person: OperatorPerson }) {
  const [open, setOpen] = useState<'ban' | 'unban' | 'end_sessions' | null>(null)
  const [term, setTerm] = useState<number>(TERMS.length - 1)
  const ban = useAct('operator.ban')
  const unban = useAct('operator.unban')
  const endSessions = useAct('operator.end_sessions')
  const params = { id: person.id }
  const close = () => setOpen(null)
  if (person.operator || person.state === 'deleted') return null
  return (
    <div className={styles.acts}>
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
      {open === 'ban' ? (
        <ReasonDialog
          title={`Ban ${person.name}`}
          confirm="Ban"
          done={`${person.name} is banned`}
          destructive
          act={(reason) =>
            ban.mutateAsync({ params, body: { reason, days: TERMS[term]?.days ?? null } })
          }
          onClose={close}
        >
          <p className="muted">
            They are signed out everywhere within a minute and cannot sign in, and are mailed the
            reason as you write it. Their profile and open projects are hidden. Deals, messages and
            money stay as they are.
          </p>
          <Field label="For how long">
            <Select value={term} onChange={(event) => setTerm(Number(event.target.value))}>
              {TERMS.map(({ word }, at) => (
                <option key={word} value={at}>
                  {word}
                </option>
              ))}
            </Select>
          </Field>
        </ReasonDialog>
      ) : null}
      {open === 'unban' ? (
        <ReasonDialog
          title={`Lift the ban of ${person.name}`}
          confirm="Lift ban"
          done="The ban is lifted"
          act={(reason) => unban.mutateAsync({ params, body: { reason } })}
          onClose={close}
        >
          <p className="muted">They can sign in again, and their profile and projects are shown.</p>
        </ReasonDialog>
      ) : null}
      {open === 'end_sessions' ? (
        <ReasonDialog
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
  )
}
