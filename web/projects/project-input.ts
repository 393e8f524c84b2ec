import { amountSentence, readAmount, textFromUsd } from '#contract/amount-text.ts'
import { usdFromCents } from '#contract/money.ts'
import type { ProjectBrief } from '#contract/brief-schemas.ts'
import type { Brief } from '#contract/briefs.ts'
import { type LicenceTerms, STANDARD_TERMS } from '#contract/licence-rights.ts'
import type { NewProject, Project, ProjectDetail } from '#contract/project-schemas.ts'
import { BUDGET_RULE, CATEGORIES, DEADLINE_PASSED } from '#contract/projects.ts'
import { type BriefDraft, briefDraftOf, NO_BRIEF } from '#web/briefs/brief-draft.ts'
import { type HiringDraft, hiringDraftOf, ONE_CREATOR, readHiring } from './hiring-input.ts'
import { MISSING, type RequiredField } from './project-form-words.ts'
import type { Reading, Sentences } from '#web/forms/use-kept-form.tsx'

/** The project form's fields: text, except for the addresses of its pictures. */
export interface ProjectDraft extends HiringDraft {
  title: string
  category: string
  description: string
  product_details: string
  budget: string
  /** 'YYYY-MM-DD' or ''. */
  deadline: string
  product_images: string[]
  /** Kept while `with_brief` is false, so that switching back restores it. */
  brief: BriefDraft
  /** The project is described by a brief; otherwise its description says everything. */
  with_brief: boolean
  /** Kept while `with_licence` is false, which means the standard licence. */
  licence: LicenceTerms
  with_licence: boolean
}

type WithBrief = Project & { brief: ProjectBrief | null } & Partial<
    Pick<ProjectDetail, 'hiring_budget' | 'licence'>
  >

/** The values of a draft or a project, without its status and its invitee. */
export type ProjectFields = Omit<NewProject, 'status' | 'to_invite'>

/** An empty form. */
export const emptyDraft: ProjectDraft = {
  title: '',
  category: '',
  description: '',
  product_details: '',
  budget: '',
  deadline: '',
  product_images: [],
  brief: NO_BRIEF,
  with_brief: false,
  licence: STANDARD_TERMS,
  with_licence: false,
  ...ONE_CREATOR,
}

/** The form of an existing project. */
export function draftOf(project: WithBrief): ProjectDraft {
  const { brief } = project
  return {
    title: project.title,
    category: project.category,
    description: brief?.described ? '' : project.description,
    product_details: project.product_details ?? '',
    budget: textFromUsd(project.budget),
    deadline: project.deadline,
    product_images: project.product_images,
    brief: brief ? briefDraftOf(brief.brief) : NO_BRIEF,
    with_brief: brief !== null,
    licence: project.licence ?? STANDARD_TERMS,
    with_licence: project.licence !== undefined,
    ...hiringDraftOf(project),
  }
}

/** The form of a project that repeats another: its brief and budget. Its dates are chosen again. */
export const briefOf = (project: WithBrief): ProjectDraft => ({
  ...draftOf(project),
  deadline: '',
  hiring_until: '',
})

/** In the order of the form. */
const REQUIRED = Object.keys(MISSING) as RequiredField[]

/** The required fields that are empty. */
export const missingFields = (draft: ProjectDraft): RequiredField[] =>
  REQUIRED.filter(
    // A brief describes itself.
    (field) => !(draft.with_brief && field === 'description') && draft[field].trim() === '',
  )

/** Returns the errors of an unfinished form as it would be posted, including those of empty required fields. */
export function complaintsAbout(draft: ProjectDraft, today: string): Sentences<ProjectDraft> {
  const { errors } = readProject(draft, { publish: true, today })
  const empty = missingFields(draft).map((field) => [field, MISSING[field].sentence])
  return { ...errors, ...(Object.fromEntries(empty) as Sentences<ProjectDraft>) }
}

/**
 * Returns the fields of a complete draft, or the errors by field. `today` is the earliest deadline; publishing requires
 * a deadline that has not passed (decision P14). `brief` is the result of its own form (web/briefs/brief-input.ts).
 */
export function readProject(
  draft: ProjectDraft,
  { publish, today, brief = null }: { publish: boolean; today: string; brief?: Brief | null },
): Reading<ProjectDraft, ProjectFields> {
  const errors: Sentences<ProjectDraft> = {}
  const { cents, problem } = readAmount(draft.budget, BUDGET_RULE)
  if (problem !== null) errors.budget = amountSentence(problem, BUDGET_RULE)
  const category = CATEGORIES.find((one) => one === draft.category)
  if (!category) errors.category = 'Choose a category.'
  if (publish && draft.deadline < today) errors.deadline = DEADLINE_PASSED
  const { hiring, errors: hiringErrors } = readHiring(draft, { publish, today })
  Object.assign(errors, hiringErrors)
  if (cents === null || !category || Object.keys(errors).length > 0) return { input: null, errors }
  return {
    input: {
      title: draft.title.trim(),
      category,
      description: draft.description.trim() || null,
      product_details: detailsOf(draft),
      budget: usdFromCents(cents),
      deadline: draft.deadline,
      product_images: draft.product_images,
      brief,
      licence: draft.with_licence ? draft.licence : null,
      ...hiring,
    },
    errors: null,
  }
}

/** The fields that may still be extended once a creator is accepted (decision P14). */
export const additionsOf = (draft: ProjectDraft) => ({
  product_details: detailsOf(draft),
  product_images: draft.product_images,
})

const detailsOf = ({ product_details }: ProjectDraft) => product_details.trim() || null
