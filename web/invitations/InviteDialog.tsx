import { useEffect, useState } from 'react'
import { defaultInvitationMessage, INVITATION_LIMITS } from '#contract/invitations.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import type { ProjectWithCount } from '#contract/project-schemas.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { paths } from '#contract/paths.ts'
import { useMyProjects } from '#web/projects/use-projects.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSendInvitation } from './use-invitations.ts'

type Invited = Pick<PublicProfile, 'id' | 'name' | 'avatar_url'>

const EMPTY = { chosen: '', message: '' }

/** Invites a creator to one of the seller's active projects (SPEC §5). Rendered open; the caller removes it. */
export function InviteDialog({ creator, onClose }: { creator: Invited; onClose: () => void }) {
  const projects = useMyProjects({ status: 'active' })
  const { hasNextPage, isFetching, isError, fetchNextPage } = projects
  useEffect(() => {
    // All pages are loaded for the choice. A failed one is not retried automatically.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const active = projects.data
  const form = `invite-${creator.id}`
  const start = useRestored(form, EMPTY)
  const [chosen, setChosen] = useState(start.chosen)
  const [message, setMessage] = useState(start.message)
  const unsaved = useUnsaved(form, EMPTY, { chosen, message })
  const [missing, setMissing] = useState(false)
  const send = useSendInvitation()
  // With one project there is nothing to choose.
  const project =
    active?.find(({ id }) => id === chosen) ?? (active?.length === 1 ? active[0] : undefined)

  async function submit() {
    if (!project) {
      setMissing(true)
      return
    }
    try {
      await send.mutateAsync({
        project_id: project.id,
        creator_id: creator.id,
        message: message.trim() || defaultInvitationMessage(project.title),
      })
    } catch (error) {
      // A refusal with its own reason (already invited) says more than "try again".
      const reason = mayPass(error) ? undefined : messageOf(error)
      toast.error('Failed to send invitation. Please try again.', reason)
      return
    }
    unsaved.finish()
    toast.success(`Invitation sent to ${creator.name} successfully!`)
    onClose()
  }

  const nothing = active?.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Invite ${creator.name}`}
      subtitle="They can accept or decline."
      lead={<Avatar name={creator.name} src={creator.avatar_url} size={44} />}
      locked={send.isPending}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={send.isPending}>
            Cancel
          </Button>
          {nothing ? (
            <ButtonLink variant="primary" to={paths.postProject}>
              Post Project
            </ButtonLink>
          ) : (
            <Button
              variant="primary"
              busy={send.isPending}
              busyText="Sending..."
              disabled={!active}
              onClick={() => void submit()}
            >
              {unsaved.question}
              Send Invitation
            </Button>
          )}
        </>
      }
    >
      {isError && (!active || hasNextPage) ? (
        <FailedNotice query={projects} failed={() => 'Your projects could not be loaded'} />
      ) : null}
      {!active ? (
        isError ? null : (
          <Loading />
        )
      ) : nothing ? (
        <p className="muted">You have no active project to invite someone to. Post one first.</p>
      ) : (
        <Fields
          active={active}
          project={project}
          message={message}
          missing={missing && !project}
          onChoose={setChosen}
          onMessage={setMessage}
        />
      )}
    </Dialog>
  )
}

interface FieldsProps {
  active: readonly ProjectWithCount[]
  project: ProjectWithCount | undefined
  message: string
  missing: boolean
  onChoose: (id: string) => void
  onMessage: (message: string) => void
}

function Fields({ active, project, message, missing, onChoose, onMessage }: FieldsProps) {
  return (
    <>
      <Field
        label="Project"
        hint="Only your active projects are listed."
        error={missing ? 'Choose one of your active projects.' : null}
        required
      >
        <Select value={project?.id ?? ''} onChange={(event) => onChoose(event.target.value)}>
          {active.length > 1 ? <option value="">Choose a project</option> : null}
          {active.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Message (optional)" hint="Left empty, a short standard message is sent.">
        <TextArea
          maxLength={INVITATION_LIMITS.message}
          placeholder={
            project ? defaultInvitationMessage(project.title) : 'Say why you thought of them'
          }
          value={message}
          onChange={(event) => onMessage(event.target.value)}
        />
      </Field>
    </>
  )
}
