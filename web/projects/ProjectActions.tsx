import type { Project } from '#contract/project-schemas.ts'
import { Button } from '#web/ui/Button.tsx'
import { CancelProject } from './CancelProject.tsx'
import styles from './ProjectForm.module.css'
import type { SaveAct } from './use-project-form.ts'

interface Props {
  project: Project | undefined
  ready: boolean
  saving: SaveAct | null
  uploading: boolean
  onKeep: () => void
}

/** Post or save, keep as a draft, take off the market. The first button sends the form. */
export function ProjectActions({ project, ready, saving, uploading, onKeep }: Props) {
  const isDraft = project === undefined || project.status === 'draft'
  return (
    <div className={styles.actions}>
      <Button
        type="submit"
        variant="primary"
        className={styles.primary}
        disabled={!ready || saving !== null}
        busy={saving === 'publish' || (saving === 'keep' && !isDraft)}
        busyText={isDraft ? 'Posting...' : 'Saving...'}
      >
        {isDraft ? 'Post' : 'Save Changes'}
      </Button>
      {isDraft ? (
        <Button
          disabled={!ready || saving !== null}
          busy={saving === 'keep'}
          busyText="Saving..."
          onClick={onKeep}
        >
          Save as Draft
        </Button>
      ) : null}
      {project ? <CancelProject id={project.id} status={project.status} /> : null}
      {uploading ? <span className="sm muted">Images are still on their way.</span> : null}
    </div>
  )
}
