import { Heart } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import styles from './SaveCreator.module.css'
import { useSavedCreator } from './use-saved-creators.ts'

interface Props {
  creator: { id: string; name: string }
  /** A heart in the corner of a card, or a button among others. */
  as: 'corner' | 'button'
}

/** Saves a creator for later, visible to this brand alone; the button is pressed while the creator is saved. */
export function SaveCreator({ creator, as }: Props) {
  const { isSaved = false, change } = useSavedCreator(creator.id)
  const heart = <Heart size={18} aria-hidden="true" className={cx(isSaved && styles.full)} />
  const toggle = () => change(!isSaved)
  if (as === 'corner') {
    return (
      <button
        type="button"
        className={styles.corner}
        aria-pressed={isSaved}
        aria-label={`Save ${creator.name}`}
        onClick={toggle}
      >
        {heart}
      </button>
    )
  }
  return (
    <Button aria-pressed={isSaved} onClick={toggle}>
      {heart}
      <span className={styles.word}>{isSaved ? 'Saved' : 'Save'}</span>
      <span className="sr"> {creator.name}</span>
    </Button>
  )
}
