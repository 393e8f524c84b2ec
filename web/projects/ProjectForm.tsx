import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ProjectActions } from './ProjectActions.tsx'
import styles from './ProjectForm.module.css'
import { savedBeforeWords } from './project-form-words.ts'
import { ProjectTerms } from './ProjectTerms.tsx'
import { ProjectWords } from './ProjectWords.tsx'
import { useProjectForm } from './use-project-form.ts'

/** Only where a project is posted for one creator. */
const AgainNotice = lazyComponent(async () => (await import('./AgainNotice.tsx')).AgainNotice)

/** Only after a lost response. */
const SavedBefore = lazyComponent(
  async () => (await import('#web/forms/SavedBefore.tsx')).SavedBefore,
)

// The choice of what a project starts with, and the form of a brief: most of the page's weight apart from its first
// fields.
const StartWith = lazyComponent(
  async () => (await import('#web/briefs/StartWith.tsx')).StartWith,
  <div className={styles.startPlace} />,
  'seller',
)
const BriefSections = lazyComponent(
  async () => (await import('./BriefSections.tsx')).BriefSections,
  <Pending />,
  'seller',
)
const ProductImages = lazyComponent(
  async () => (await import('./ProductImages.tsx')).ProductImages,
  <Pending />,
  'seller',
)
const BriefSwitch = lazyComponent(
  async () => (await import('./BriefSwitch.tsx')).BriefSwitch,
  null,
  'seller',
)
const ProjectPreview = lazyComponent(
  async () => (await import('./ProjectPreview.tsx')).ProjectPreview,
  null,
  'seller',
)
const BriefPreview = lazyComponent(
  async () => (await import('./BriefPreview.tsx')).BriefPreview,
  null,
  'seller',
)

interface Props {
  /** The project to edit. */
  project?: ProjectDetail
  /** The project that a new one repeats: its brief, without its deadline. */
  again?: ProjectDetail
}

/** A new project, or one to edit. Input stays until it is saved, even if saving fails. */
export function ProjectForm({ project, again }: Props) {
  const {
    form,
    typed,
    sentences,
    question,
    images,
    invitee,
    status,
    locked,
    waiting,
    element,
    saving,
    saveAs,
    savedBefore,
    saveAnew,
  } = useProjectForm(project, again)
  const [view, setView] = useState<'edit' | 'view'>('edit')
  const brief = typed.with_brief ? typed.brief : null
  return (
    <div className="page wrap">
      {question}
      <div className="page-head">
        <div>
          <h1>{project ? 'Edit project' : 'Post a project'}</h1>
          <p>Say what you need, what you'll pay and when you need it.</p>
        </div>
      </div>
      {brief ? <BriefSwitch view={view} onChange={setView} /> : null}
      <div className={styles.grid} data-view={brief ? view : undefined}>
        <form
          noValidate
          ref={element}
          onSubmit={(event) => saveAs(status === 'draft' ? 'publish' : 'keep', event)}
        >
          {again || invitee ? (
            <div className={styles.locked}>
              <AgainNotice copied={again?.title ?? null} invitee={invitee} />
            </div>
          ) : null}
          {locked ? (
            <div className={styles.locked}>
              <Notice title="A creator has been accepted">
                Only product details and pictures can still be added.
              </Notice>
            </div>
          ) : null}
          {locked ? null : (
            <StartWith
              brief={typed.brief}
              withBrief={typed.with_brief}
              onChange={(next, withBrief) => {
                form.setValue('brief', next)
                form.setValue('with_brief', withBrief)
              }}
            />
          )}
          {brief ? (
            <BriefSections
              form={form}
              typed={typed}
              sentences={sentences}
              brief={brief}
              images={images}
              locked={locked}
            />
          ) : (
            <>
              <ProjectWords form={form} sentences={sentences} locked={locked} />
              <ProjectTerms form={form} typed={typed} sentences={sentences} locked={locked} />
              <ProductImages images={images} error={sentences.product_images} keepStored={locked} />
            </>
          )}
          {savedBefore ? (
            <div className={styles.locked}>
              <SavedBefore
                message={savedBefore.message}
                open={
                  <ButtonLink size="sm" to={paths.project(savedBefore.id)}>
                    {savedBeforeWords.open}
                  </ButtonLink>
                }
                anew={savedBeforeWords.anew}
                onAnew={saveAnew}
              />
            </div>
          ) : null}
          <ProjectActions
            project={project}
            invitee={invitee}
            waiting={waiting}
            saving={saving}
            onKeep={() => saveAs('keep')}
          />
        </form>
        <aside className={styles.rail} aria-label="Preview">
          {brief ? (
            <BriefPreview draft={typed} brief={brief} />
          ) : (
            <>
              <p className="sm muted">How creators will see it</p>
              <div className={styles.preview}>
                <ProjectPreview draft={typed} cover={images.cover} />
              </div>
            </>
          )}
          <Notice icon={ShieldCheck} title={<span className="sm">You pay nothing to post.</span>}>
            You fund the agreed price after you accept a creator, and it stays in escrow until you
            approve.
          </Notice>
        </aside>
      </div>
    </div>
  )
}
