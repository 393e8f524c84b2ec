import { useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { Answer } from '#contract/schemas.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { guarded } from '#web/forms/guarded.ts'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import {
  EMPTY_INVITATION,
  InvitationFields,
  projectOf,
  readInvitation,
} from '#web/invitations/InvitationFields.tsx'
import { useActiveProjects } from '#web/invitations/use-active-projects.ts'
import { useSendInvitations } from '#web/invitations/use-invitations.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { listWords as say, OUTCOME_WORDS } from './list-words.ts'
import type { Chosen } from './selection.ts'
import styles from './Selection.module.css'

const NoteSafety = lazyComponent(
  async () => (await import('#web/safety/NoteSafety.tsx')).NoteSafety,
  null,
  'nobody',
)

interface Props {
  creators: readonly Chosen[]
  /** Called once every invitation has a result. */
  onDone: () => void
  onClose: () => void
}

/** Invites several creators to one active project and shows the outcome for each. Rendered open. */
export function InviteManyDialog({ creators, onDone, onClose }: Props) {
  const projects = useActiveProjects()
  const { active } = projects
  const send = useSendInvitations()
  const [rows, setRows] = useState<Answer<'invitations.send_many'>['rows'] | null>(null)
  const kept = useKeptForm({
    draft: 'invite-many',
    saved: EMPTY_INVITATION,
    read: (draft) => readInvitation(draft, active ?? [], undefined),
  })
  const { form, typed, sentences, busy, question, submit, finish } = kept
  const guard = useRef<(() => void) | null>(null)

  const invite = submit(async (input) => {
    try {
      const sent = await send.mutateAsync({ ...input, creator_ids: creators.map(({ id }) => id) })
      finish()
      setRows(sent.rows)
    } catch (error) {
      const reason = mayPass(error) ? undefined : messageOf(error)
      toast.error('Failed to send invitations. Please try again.', reason)
    }
  })

  if (rows !== null) {
    const close = () => {
      onDone()
      onClose()
    }
    return (
      <Dialog
        open
        title={resultTitle(rows)}
        onClose={close}
        actions={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <Outcomes rows={rows} creators={creators} />
      </Dialog>
    )
  }
  const nothing = active?.length === 0
  return (
    <FormDialog
      title={say.inviteTitle(creators.length)}
      subtitle={say.inviteSubtitle}
      confirm={creators.length === 1 ? 'Send Invitation' : `Send ${creators.length} Invitations`}
      busyText="Sending..."
      busy={busy}
      disabled={!active}
      instead={
        nothing ? (
          <ButtonLink variant="primary" to={paths.postProject} onClick={kept.takeAlong}>
            Post Project
          </ButtonLink>
        ) : undefined
      }
      question={question}
      onSubmit={(event) => guarded(event, guard, invite)}
      onClose={onClose}
    >
      {projects.failed ? (
        <FailedNotice query={projects.failed} failed={() => 'Your projects could not be loaded'} />
      ) : null}
      <p className={styles.names}>{creators.map(({ name }) => name).join(', ')}</p>
      {!active ? (
        projects.failed ? null : (
          <Loading />
        )
      ) : nothing ? (
        <p className="muted">You have no active project to invite someone to. Post one first.</p>
      ) : (
        <InvitationFields
          active={active}
          project={projectOf(typed, active, undefined)}
          form={form}
          missing={sentences.project_id}
        />
      )}
      <NoteSafety
        guard={guard}
        text={typed.message}
        sender="seller"
        name="these creators"
        send={invite}
        onEdit={() => form.setFocus('message')}
      />
    </FormDialog>
  )
}

type Rows = Answer<'invitations.send_many'>['rows']

const resultTitle = (rows: Rows): string => {
  const sent = rows.filter(({ outcome }) => outcome === 'invited').length
  return sent === rows.length ? `${sent} invited` : `${sent} of ${rows.length} invited`
}

/** The creators of each outcome. */
function Outcomes({ rows, creators }: { rows: Rows; creators: readonly Chosen[] }) {
  const nameOf = (id: string) => creators.find((one) => one.id === id)?.name ?? ''
  return (
    <div className={styles.results} role="status">
      {OUTCOME_WORDS.map(({ outcome, words }) => {
        const names = rows
          .filter((row) => row.outcome === outcome)
          .map(({ creator_id: id }) => nameOf(id))
        return names.length === 0 ? null : (
          <section key={outcome}>
            <h3>
              {words} ({names.length})
            </h3>
            <p className={styles.names}>{names.join(', ')}</p>
          </section>
        )
      })}
    </div>
  )
}
