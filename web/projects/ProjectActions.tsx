import { useId } from 'react'
import type { PersonCard } from '#contract/profile-schemas.ts'
import type { Project } from '#contract/project-schemas.ts'
import { Button } from '#web/ui/Button.tsx'
import { CancelProject } from './CancelProject.tsx'
import { firstName, publishWords } from './project-words.ts'
import styles from './ProjectForm.module.css'
import type { SaveAct } from './use-project-form.ts'

interface Props {
  project: Project | undefined
  /** The creator who is invited once it is posted. */
  invitee: Pick<PersonCard, 'name'> | null
  /** Why neither button works yet; null when both do. */
  waiting: string | null
  saving: SaveAct | null
  onKeep: () => void
}

/** Posts or saves, keeps a draft, or takes the project off the market. The first button submits the form. */
export function ProjectActions({ project, invitee, waiting, saving, onKeep }: Props) {
  const id = useId()
  const why = waiting === null ? undefined : id
  const isDraft = project === undefined || project.status === 'draft'
  return (
    <div className={styles.actions}>
      <Button
        type="submit"
        variant="primary"
        className={styles.primary}
        disabled={waiting !== null || saving !== null}
        aria-describedby={why}
        busy={saving === 'publish' || (saving === 'keep' && !isDraft)}
        busyText={isDraft ? 'Posting...' : 'Saving...'}
      >
        {isDraft ? publishWords.post(firstName(invitee)) : 'Save Changes'}
      </Button>
      {isDraft ? (
        <Button
          disabled={waiting !== null || saving !== null}
          aria-describedby={why}
          busy={saving === 'keep'}
          busyText="Saving..."
          onClick={onKeep}
        >
          Save as Draft
        </Button>
      ) : null}
      {project ? <CancelProject project={project} /> : null}
      {waiting === null ? null : (
        <p id={id} className={`sm muted ${styles.why}`}>
          {waiting}
        </p>
      )}
    </div>
  )
}
