import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { defaultInvitationMessage, INVITATION_LIMITS } from '#contract/invitations.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import type { ProjectWithCount } from '#contract/project-schemas.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { guarded } from '#web/forms/guarded.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { paths } from '#contract/paths.ts'
import { useMyProjects } from '#web/projects/use-projects.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Select } from '#web/ui/Select.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { inviteWords } from './invite-words.ts'
import { useSendInvitation } from './use-invitations.ts'

const NoteSafety = lazyComponent(
  async () => (await import('#web/safety/NoteSafety.tsx')).NoteSafety,
  null,
  'nobody',
)

type Invited = Pick<PublicProfile, 'id' | 'name' | 'avatar_url'>

const EMPTY = { project_id: '', message: '' }

interface Props {
  creator: Invited
  /** The project to offer first. */
  projectId?: string | undefined
  onClose: () => void
}

/**
 * Invites a creator to one of the seller's active projects (SPEC §5). Without one it leads to posting it, and keeps the
 * message until the dialog opens again with that project. Rendered open; the caller removes it.
 */
export function InviteDialog({ creator, projectId, onClose }: Props) {
  const projects = useMyProjects({ status: 'active' })
  const { hasNextPage, isFetching, isError, fetchNextPage } = projects
  /** Why the next page failed. A refetch of the pages before it clears the query's own error, but not this. */
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    // All pages are loaded for the choice. A failed one is not retried automatically.
    if (hasNextPage && !isFetching && !isError && !failure)
      void fetchNextPage().then(({ error }) => setFailure(error))
  }, [hasNextPage, isFetching, isError, failure, fetchNextPage])
  function tryAgain() {
    setFailure(null)
    return projects.refetch()
  }
  const active = projects.data
  const kept = useKeptForm({
    draft: `invite-${creator.id}`,
    saved: EMPTY,
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
      {(isError || failure) && (!active || hasNextPage) ? (
        <FailedNotice
          query={{ error: failure ?? projects.error, refetch: tryAgain }}
          failed={() => 'Your projects could not be loaded'}
        />
      ) : null}
      {!active ? (
        isError ? null : (
          <Loading />
        )
      ) : nothing ? (
        <>
          <p className="muted">You have no active project to invite someone to. Post one first.</p>
          <MessageField project={undefined} form={form} hint={inviteWords.messageKept} />
        </>
      ) : (
        <Fields
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

type Draft = typeof EMPTY
type Invitation = { project_id: string; message: string }

/** The one that was chosen, else the one to offer first; with one project there is nothing to choose. */
const projectOf = (
  { project_id }: Draft,
  active: readonly ProjectWithCount[],
  offered: string | undefined,
) =>
  active.find(({ id }) => id === (project_id || offered)) ??
  (active.length === 1 ? active[0] : undefined)

function readInvitation(
  draft: Draft,
  active: readonly ProjectWithCount[],
  offered: string | undefined,
): Reading<Draft, Invitation> {
  const project = projectOf(draft, active, offered)
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
      <MessageField project={project} form={form} hint={inviteWords.messageHint} />
    </>
  )
}

function MessageField({
  project,
  form,
  hint,
}: Pick<FieldsProps, 'project' | 'form'> & { hint: string }) {
  return (
    <Field label="Message (optional)" hint={hint}>
      <TextArea
        maxLength={INVITATION_LIMITS.message}
        placeholder={
          project ? defaultInvitationMessage(project.title) : 'Say why you thought of them'
        }
        {...form.register('message')}
      />
    </Field>
  )
}
