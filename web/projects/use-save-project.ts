import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Project, ProjectChanges } from '#contract/project-schemas.ts'
import { EDITABLE_PROJECT_STATUSES } from '#contract/projects.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { paths } from '#contract/paths.ts'
import { earliestDeadline } from '#web/ui/dates.ts'
import { toast } from '#web/ui/toast.ts'
import { readProject, type ProjectDraft, type ProjectFieldErrors } from './project-input.ts'
import { useCreateProject, useUpdateProject } from './use-projects.ts'

/** Post, or save: as a draft, or as changes to a published project. */
export type SaveAct = 'publish' | 'keep'

/** Saves the project form, reports it with the toasts of SPEC §8 and through `onSaved`, and navigates on. */
export function useSaveProject(project: Project | undefined, onSaved: () => void) {
  const navigate = useNavigate()
  const create = useCreateProject()
  const update = useUpdateProject(project?.id ?? '')
  const [saving, setSaving] = useState<SaveAct | null>(null)
  const [errors, setErrors] = useState<ProjectFieldErrors>({})
  const locked = project !== undefined && !EDITABLE_PROJECT_STATUSES.includes(project.status)

  async function send(draft: ProjectDraft, product_images: string[], act: SaveAct) {
    if (project && locked) {
      const product_details = draft.product_details.trim() || null
      return update.mutateAsync({ body: { product_details, product_images }, publish: false })
    }
    const stays = project === undefined || project.status === 'draft'
    const read = readProject(draft, {
      publish: act === 'publish' || !stays,
      today: earliestDeadline(new Date()),
    })
    if (read.fields === null) {
      setErrors(read.errors)
      focusFirstError()
      return null
    }
    const body: ProjectChanges = { ...read.fields, product_images }
    if (project) return update.mutateAsync({ body, publish: act === 'publish' })
    return create.mutateAsync({
      ...read.fields,
      product_images,
      status: act === 'publish' ? 'active' : 'draft',
    })
  }

  function save(draft: ProjectDraft, images: string[], act: SaveAct) {
    if (saving) return
    setSaving(act)
    setErrors({})
    send(draft, images, act)
      .then((saved) => {
        if (!saved) return
        onSaved()
        if (act === 'publish') {
          toast.success('Project posted successfully!')
          void navigate(paths.dashboard)
        } else if (saved.status === 'draft') {
          toast.success('Project saved as draft!')
          void navigate(paths.myProjects)
        } else {
          toast.success('Changes saved')
          void navigate(paths.project(saved.id))
        }
      })
      .catch((error: unknown) => {
        const fields = error instanceof ApiError ? fieldErrors(error) : {}
        setErrors(fields)
        focusFirstError()
        // SPEC §8: post errors show the server's message.
        if (Object.keys(fields).length === 0) toast.error(messageOf(error))
      })
      .finally(() => setSaving(null))
  }

  /** Removes a field's error once the field is changed. */
  function forgive(field: keyof ProjectDraft) {
    setErrors((now) => (now[field] ? { ...now, [field]: undefined } : now))
  }

  return { save, saving, errors, forgive }
}

const FIELDS = [
  'title',
  'category',
  'description',
  'product_details',
  'budget',
  'deadline',
  'product_images',
] as const

function fieldErrors(error: ApiError): ProjectFieldErrors {
  const found: ProjectFieldErrors = {}
  for (const field of FIELDS) {
    // A list's error may name one of its positions: "product_images.0".
    const key = Object.keys(error.fields).find(
      (path) => path === field || path.startsWith(`${field}.`),
    )
    const sentence = key === undefined ? undefined : error.fields[key]
    if (sentence) found[field] = sentence
  }
  return found
}
