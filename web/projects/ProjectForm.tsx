import { Calendar, ShieldCheck } from 'lucide-react'
import { useState, type ChangeEvent } from 'react'
import { EDITABLE_PROJECT_STATUSES, PROJECT_LIMITS } from '#contract/projects.ts'
import type { Project } from '#contract/project-schemas.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { earliestDeadline, daysUntil } from '#web/ui/dates.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { CancelProject } from './CancelProject.tsx'
import { ProductImages } from './ProductImages.tsx'
import { draftOf, emptyDraft, isComplete, type ProjectDraft } from './project-input.ts'
import { categoryChoices } from './project-words.ts'
import styles from './ProjectForm.module.css'
import { ProjectPreview } from './ProjectPreview.tsx'
import { useProductImages } from './use-product-images.ts'
import { useSaveProject } from './use-save-project.ts'

/** A new project, or one to edit. Input stays until it is saved, whatever fails. */
export function ProjectForm({ project }: { project?: Project }) {
  const form = project ? `project-${project.id}` : 'post-project'
  const saved = {
    ...(project ? draftOf(project) : emptyDraft),
    product_images: project?.product_images ?? [],
  }
  const { product_images: pictures, ...start } = useRestored(form, saved)
  const [draft, setDraft] = useState<ProjectDraft>(start)
  const images = useProductImages(pictures)
  const unsaved = useUnsaved(form, saved, { ...draft, product_images: images.urls })
  const { save, saving, errors, forgive } = useSaveProject(project, unsaved.finish)
  const now = useNow()
  const status = project?.status ?? 'draft'
  /** Decision P14: once a creator is accepted only details and pictures may be added. */
  const locked = !EDITABLE_PROJECT_STATUSES.includes(status)
  const ready = isComplete(draft) && !images.uploads.busy
  const set =
    (field: keyof ProjectDraft) =>
    (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
      setDraft((before) => ({ ...before, [field]: event.target.value }))
      forgive(field)
    }

  return (
    <div className="page wrap">
      {unsaved.question}
      <div className="page-head">
        <div>
          <h1>{project ? 'Edit project' : 'Post a project'}</h1>
          <p>Say what you need, what you'll pay and when you need it.</p>
        </div>
      </div>
      <div className={styles.grid}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (ready) save(draft, images.urls, status === 'draft' ? 'publish' : 'keep')
          }}
        >
          {locked ? (
            <div className={styles.locked}>
              <Notice title="A creator has been accepted">
                Only product details and pictures can still be added.
              </Notice>
            </div>
          ) : null}
          <div className={styles.part}>
            <Field label="Title" required disabled={locked} error={errors.title}>
              <TextInput
                maxLength={PROJECT_LIMITS.title}
                value={draft.title}
                onChange={set('title')}
              />
            </Field>
            <Field label="Category" required disabled={locked} error={errors.category}>
              <Select value={draft.category} onChange={set('category')}>
                <option value="" disabled>
                  Choose a category
                </option>
                {categoryChoices.map(({ value, word }) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </Select>
            </Field>
            <Field
              label="Description"
              required
              disabled={locked}
              error={errors.description}
              hint="What to make, how many pieces, and anything that must be in frame."
            >
              <TextArea
                className={styles.description}
                maxLength={PROJECT_LIMITS.description}
                value={draft.description}
                onChange={set('description')}
              />
            </Field>
            <Field
              label={
                <>
                  Product details <span className={styles.optional}>(optional)</span>
                </>
              }
              error={errors.product_details}
              hint={locked ? 'Add to it; what stands here stays.' : undefined}
            >
              <TextArea
                className={styles.details}
                maxLength={PROJECT_LIMITS.product_details}
                value={draft.product_details}
                onChange={set('product_details')}
              />
            </Field>
          </div>
          <div className={styles.part}>
            <div className="two">
              <Field
                label="Budget"
                required
                disabled={locked}
                error={errors.budget}
                hint="In US dollars"
              >
                <PriceInput value={draft.budget} onChange={set('budget')} />
              </Field>
              <Field
                label="Deadline"
                required
                disabled={locked}
                error={errors.deadline}
                hint={fromToday(draft.deadline, now)}
              >
                <TextInput
                  type="date"
                  icon={<Calendar size={18} />}
                  className={styles.date}
                  min={earliestDeadline(now)}
                  value={draft.deadline}
                  onChange={set('deadline')}
                />
              </Field>
            </div>
          </div>
          <ProductImages images={images} error={errors.product_images} keepStored={locked} />
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="primary"
              className={styles.primary}
              disabled={!ready || saving !== null}
              busy={saving === 'publish' || (saving === 'keep' && status !== 'draft')}
              busyText={status === 'draft' ? 'Posting...' : 'Saving...'}
            >
              {status === 'draft' ? 'Post' : 'Save Changes'}
            </Button>
            {status === 'draft' ? (
              <Button
                disabled={!ready || saving !== null}
                busy={saving === 'keep'}
                busyText="Saving..."
                onClick={() => save(draft, images.urls, 'keep')}
              >
                Save as Draft
              </Button>
            ) : null}
            {project ? <CancelProject id={project.id} status={project.status} /> : null}
            {images.uploads.busy ? (
              <span className="sm muted">Images are still on their way.</span>
            ) : null}
          </div>
        </form>
        <aside className={styles.rail} aria-label="Preview">
          <p className="sm muted">How creators will see it</p>
          <ProjectPreview draft={draft} cover={images.cover} />
          <Notice icon={ShieldCheck} title={<span className="sm">You pay nothing to post.</span>}>
            You fund the agreed price after you accept a creator, and it stays in escrow until you
            approve.
          </Notice>
        </aside>
      </div>
    </div>
  )
}

/** "13 days from today"; empty without a day. */
function fromToday(deadline: string, now: Date): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(deadline)) return 'The day you need the work'
  const days = daysUntil(deadline, now)
  if (days === 0) return 'Today'
  if (days < 0) return 'This day has passed'
  return days === 1 ? '1 day from today' : `${days} days from today`
}
