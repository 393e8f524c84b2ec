import { useRef } from 'react'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { guarded } from '#web/forms/guarded.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  EMPTY_INVITATION,
  InvitationFields,
  MessageField,
  projectOf,
  readInvitation,
} from './InvitationFields.tsx'
import { inviteWords } from './invite-words.ts'
import { useActiveProjects } from './use-active-projects.ts'
import { useSendInvitation } from './use-invitations.ts'

const NoteSafety = lazyComponent(
  async () => (await import('#web/safety/NoteSafety.tsx')).NoteSafety,
  null,
  'nobody',
)

type Invited = Pick<PublicProfile, 'id' | 'name' | 'avatar_url'>

interface Props {
  creator: Invited
  /** The project to offer first. */
  projectId?: string | undefined
  onClose: () => void
}

/**
 * Invites a creator to one of the seller's active projects (SPEC §5). Without an active project it leads to posting
 * one, and keeps the message until the dialog opens again with that project. Rendered open; the caller removes it.
 */
export function InviteDialog({ creator, projectId, onClose }: Props) {
  const projects = useActiveProjects()
  const { active } = projects
  const kept = useKeptForm({
    draft: `invite-${creator.id}`,
    saved: EMPTY_INVITATION,
    read: (draft) => readInvitation(draft, active ?? [], projectId),
  })
  const { form, typed, sentences, busy, question, submit, finish } = kept
  const send = useSendInvitation()

  const invite = submit(async (input) => {
    try {
      await send.mutateAsync({ ...input, creator_id: creator.id })
    } catch (error) {
      // A refusal with its own reason (already invited) says more than "try again".
      const reason = mayPass(error) ? undefined : messageOf(error)
      toast.error('Failed to send invitation. Please try again.', reason)
      return
    }
    finish()
    toast.success(`Invitation sent to ${creator.name} successfully!`)
    onClose()
  })

  const guard = useRef<(() => void) | null>(null)
  const nothing = active?.length === 0
  return (
    <FormDialog
      title={`Invite ${creator.name}`}
      subtitle="They can accept or decline."
      lead={<Avatar name={creator.name} src={creator.avatar_url} size={44} />}
      confirm="Send Invitation"
      busyText="Sending..."
      busy={busy}
      disabled={!active}
      instead={
        nothing ? (
          <ButtonLink
            variant="primary"
            to={paths.postAndInvite(creator.id)}
            onClick={kept.takeAlong}
          >
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
      {!active ? (
        projects.failed ? null : (
          <Loading />
        )
      ) : nothing ? (
        <>
          <p className="muted">You have no active project to invite someone to. Post one first.</p>
          <MessageField project={undefined} form={form} hint={inviteWords.messageKept} />
        </>
      ) : (
        <InvitationFields
          active={active}
          project={projectOf(typed, active, projectId)}
          form={form}
          missing={sentences.project_id}
        />
      )}
      <NoteSafety
        guard={guard}
        text={typed.message}
        sender={'seller'}
        name={creator.name}
        send={invite}
        onEdit={() => form.setFocus('message')}
      />
    </FormDialog>
  )
}
