import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Project, ProjectDetail } from '#contract/project-schemas.ts'
import { EDITABLE_PROJECT_STATUSES } from '#contract/projects.ts'
import { errorCode, messageOf } from '#web/api/errors.ts'
import { patiently } from '#web/connection/patiently.ts'
import { type KeptForm, type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { useLeaveCheck } from '#web/forms/use-leave-check.ts'
import { waitingWords } from './project-form-words.ts'
import { earliestDeadline } from '#web/ui/dates.ts'
import { toast } from '#web/ui/toast.ts'
import {
  additionsOf,
  briefOf,
  draftOf,
  emptyDraft,
  complaintsAbout,
  missingFields,
  type ProjectDraft,
  type ProjectFields,
  readProject,
} from './project-input.ts'
import { useInvitee } from './use-invitee.ts'
import { useProductImages } from './use-product-images.ts'
import { useCreateProject, useUpdateProject } from './use-save-project.ts'

/** Posts, or keeps the input: as a draft, or as changes of a published project. */
export type SaveAct = 'publish' | 'keep'

/** The fields to save: everything, or what may be added to a project whose creator is accepted. */
type Saving =
  | { part: 'whole'; body: ProjectFields }
  | { part: 'additions'; body: ReturnType<typeof additionsOf> }

/** The project form as its sections see it. */
export type ProjectFormFields = Pick<KeptForm<ProjectDraft, Saving>, 'form' | 'typed' | 'sentences'>

/**
 * The form of a new project, of one that repeats `again`, or of `project`: its values, its pictures, and how it is
 * saved.
 */
export function useProjectForm(
  project: ProjectDetail | undefined,
  again: ProjectDetail | undefined,
) {
  const { id: inviteeId, card: invitee } = useInvitee(project, again)
  const save = useSave(project)
  const leadOn = useLeadOn(inviteeId)
  const status = project?.status ?? 'draft'
  /** Decision P14: once a creator is accepted only details and pictures may be added. */
  const locked = !EDITABLE_PROJECT_STATUSES.includes(status)
  /** The check reads this before the screen renders again. */
  const act = useRef<SaveAct>('keep')
  const [wanted, setWanted] = useState<SaveAct>('keep')
  /** The project that an earlier attempt saved with other content. The form can still be saved as another project. */
  const [savedBefore, setSavedBefore] = useState<{ id: string; message: string } | null>(null)
  const kept = useKeptForm({
    draft: project ? `project-${project.id}` : again ? `again-${again.id}` : 'post-project',
    saved: project ? draftOf(project) : again ? briefOf(again) : emptyDraft,
    async read(typed): Promise<Reading<ProjectDraft, Saving>> {
      if (locked) return { input: { part: 'additions', body: additionsOf(typed) }, errors: null }
      const publish = act.current === 'publish' || status !== 'draft'
      const { brief, problem } = await readBrief(typed)
      const read = readProject(typed, { publish, today: earliestDeadline(new Date()), brief })
      if (problem !== null) return { input: null, errors: { ...read.errors, brief: problem } }
      return read.errors ? read : { input: { part: 'whole', body: read.input }, errors: null }
    },
  })
  const { form, typed, busy, finish, idToSend, showRefusal } = kept
  const images = useProductImages(typed.product_images)
  usePicturesIn(form, images.urls)
  /** Why neither button works yet. */
  const waiting = waitingWords(missingFields(typed), images.uploads)
  const element = useLeaveCheck(form, (typed) =>
    locked ? {} : complaintsAbout(typed, earliestDeadline(new Date())),
  )

  function saveAs(next: SaveAct, event?: FormEvent) {
    event?.preventDefault()
    if (waiting !== null || busy) return
    act.current = next
    setWanted(next)
    setSavedBefore(null)
    kept.submit(async (input) => {
      try {
        const saved = await save(input, next, () => ({ id: idToSend(), to_invite: inviteeId }))
        finish()
        await leadOn(saved, next)
      } catch (error) {
        // SPEC §8: post errors show the server's message.
        if (errorCode(error) === 'project.already_saved')
          setSavedBefore({ id: idToSend(), message: messageOf(error) })
        else if (!showRefusal(error)) toast.error(messageOf(error))
      }
    })()
  }

  function saveAnew() {
    kept.forgetId()
    saveAs(wanted)
  }

  return {
    ...kept,
    images,
    invitee,
    status,
    locked,
    waiting,
    element,
    saving: busy ? wanted : null,
    saveAs,
    savedBefore,
    saveAnew,
  }
}

/** The brief to send, or the sentence for an invalid one; its rules load when there is one. */
async function readBrief({ brief: draft, with_brief: wanted }: ProjectDraft) {
  if (!wanted) return { brief: null, problem: null }
  const [{ briefFrom, briefProblems }, { briefFormWords }] = await patiently(() =>
    Promise.all([import('#web/briefs/brief-input.ts'), import('#web/briefs/brief-form-words.ts')]),
  )
  const isWrong = Object.keys(briefProblems(draft)).length > 0
  return { brief: briefFrom(draft), problem: isWrong ? briefFormWords.wrong : null }
}

/** Keeps finished uploads among the fields of the form. */
function usePicturesIn({ setValue }: ProjectFormFields['form'], urls: readonly string[]) {
  const arrived = JSON.stringify(urls)
  useEffect(() => setValue('product_images', JSON.parse(arrived) as string[]), [setValue, arrived])
}

/** What only a new project has: its id, and the creator to invite once it is posted. */
type OfNew = { id: string; to_invite: string | null }

function useSave(project: Project | undefined) {
  const create = useCreateProject()
  const update = useUpdateProject(project?.id ?? '')
  return ({ part, body }: Saving, act: SaveAct, ofNew: () => OfNew): Promise<Project> => {
    if (part === 'additions') return update.mutateAsync({ body, publish: false })
    if (project) return update.mutateAsync({ body, publish: act === 'publish' })
    return create.mutateAsync({
      ...body,
      ...ofNew(),
      status: act === 'publish' ? 'active' : 'draft',
    })
  }
}

/** Confirms the save with the toasts of SPEC §8, and leads to the page where the project is found. */
function useLeadOn(invited: string | null) {
  const navigate = useNavigate()
  return async (saved: Project, act: SaveAct): Promise<void> => {
    if (act === 'publish') {
      toast.success('Project posted successfully!')
      await navigate(invited ? paths.postedToInvite(invited, saved.id) : paths.dashboard)
    } else if (saved.status === 'draft') {
      toast.success('Project saved as draft!')
      await navigate(paths.myProjects)
    } else {
      toast.success('Changes saved')
      await navigate(paths.project(saved.id))
    }
  }
}
