import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { defaultInvitationMessage, INVITATION_LIMITS } from '#contract/invitations.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import type { ProjectWithCount } from '#contract/project-schemas.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { paths } from '#contract/paths.ts'
import { useMyProjects } from '#web/projects/use-projects.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSendInvitation } from './use-invitations.ts'

type Invited = Pick<PublicProfile, 'id' | 'name' | 'avatar_url'>

const EMPTY = { project_id: '', message: '' }

/** Invites a creator to one of the seller's active projects (SPEC §5). Rendered open; the caller removes it. */
export function InviteDialog({ creator, onClose }: { creator: Invited; onClose: () => void }) {
  const projects = useMyProjects({ status: 'active' })
  const { hasNextPage, isFetching, isError, fetchNextPage } = projects
  useEffect(() => {
    // All pages are loaded for the choice. A failed one is not retried automatically.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const active = projects.data
  const { form, typed, sentences, busy, question, submit, finish } = useKeptForm({
    draft: `invite-${creator.id}`,
    saved: EMPTY,
    read: (draft) => readInvitation(draft, active ?? []),
  })
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
          <ButtonLink variant="primary" to={paths.postProject}>
            Post Project
          </ButtonLink>
        ) : undefined
      }
      question={question}
      onSubmit={invite}
      onClose={onClose}
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
          project={projectOf(typed, active)}
          form={form}
          missing={sentences.project_id}
        />
      )}
    </FormDialog>
  )
}

type Draft = typeof EMPTY
type Invitation = { project_id: string; message: string }

/** The one that was chosen; with one project there is nothing to choose. */
const projectOf = ({ project_id }: Draft, active: readonly ProjectWithCount[]) =>
  active.find(({ id }) => id === project_id) ?? (active.length === 1 ? active[0] : undefined)

function readInvitation(
  draft: Draft,
  active: readonly ProjectWithCount[],
): Reading<Draft, Invitation> {
  const project = projectOf(draft, active)
  if (!project)
    return { input: null, errors: { project_id: 'Choose one of your active projects.' } }
  const message = draft.message.trim() || defaultInvitationMessage(project.title)
  return { input: { project_id: project.id, message }, errors: null }
}

interface FieldsProps {
  active: readonly ProjectWithCount[]
  project: ProjectWithCount | undefined
  form: UseFormReturn<Draft, unknown, Invitation>
  missing: string | undefined
}

function Fields({ active, project, form, missing }: FieldsProps) {
  return (
    <>
      <Field label="Project" hint="Only your active projects are listed." error={missing} required>
        <Select
          value={project?.id ?? ''}
          onChange={(event) =>
            form.setValue('project_id', event.target.value, {
              shouldValidate: missing !== undefined,
            })
          }
        >
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
          {...form.register('message')}
        />
      </Field>
    </>
  )
}
