import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { savedBeforeWords as words } from './saved-before-words.ts'

interface Props {
  message: string
  onOpen: () => void
  onAnew: () => void
}

/** An earlier attempt, whose response was lost, has saved the package with other content. */
export function SavedBefore({ message, onOpen, onAnew }: Props) {
  return (
    <Notice
      role="alert"
      title={message}
      actions={
        <>
          <Button size="sm" onClick={onOpen}>
            {words.open}
          </Button>
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
