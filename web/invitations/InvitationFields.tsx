import type { UseFormReturn } from 'react-hook-form'
import { defaultInvitationMessage, INVITATION_LIMITS } from '#contract/invitations.ts'
import type { ProjectWithCount } from '#contract/project-schemas.ts'
import type { Reading } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { inviteWords } from './invite-words.ts'

/** The input before anything is typed. */
export const EMPTY_INVITATION = { project_id: '', message: '' }

type Draft = typeof EMPTY_INVITATION
type Invitation = { project_id: string; message: string }

/** The chosen project, otherwise the one to offer first; with only one project there is nothing to choose. */
export const projectOf = (
  { project_id }: Draft,
  active: readonly ProjectWithCount[],
  offered: string | undefined,
) =>
  active.find(({ id }) => id === (project_id || offered)) ??
  (active.length === 1 ? active[0] : undefined)

/** The invitation as typed, or the missing input. `offered` is the project to offer first. */
export function readInvitation(
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

/** The fields of an invitation: the active project, and the message. */
export function InvitationFields({ active, project, form, missing }: FieldsProps) {
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

/** The optional message, prefilled with the text that is sent without one. */
export function MessageField({
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
