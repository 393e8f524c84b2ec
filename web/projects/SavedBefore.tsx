import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { savedBeforeWords as words } from './project-form-words.ts'

interface Props {
  saved: { id: string; message: string }
  onAnew: () => void
}

/** An earlier attempt, whose response was lost, has saved the project with other content. */
export function SavedBefore({ saved, onAnew }: Props) {
  return (
    <Notice
      role="alert"
      title={saved.message}
      actions={
        <>
          <ButtonLink size="sm" to={paths.project(saved.id)}>
            {words.open}
          </ButtonLink>
          <Button size="sm" onClick={onAnew}>
            {words.anew}
          </Button>
        </>
      }
    >
      {words.text}
    </Notice>
  )
}
