import { cx } from '#web/ui/cx.ts'
import type { Chosen, Selection } from './selection.ts'
import styles from './Selection.module.css'

interface Props {
  creator: Chosen
  selection: Selection
  /** Where the box is placed: over the pictures of a card, or in a row. */
  as: 'corner' | 'row'
}

/** Selects a creator for the bulk actions of the bar below. */
export function SelectCreator({ creator, selection, as }: Props) {
  const isChosen = selection.has(creator.id)
  return (
    <label className={cx(styles.select, as === 'corner' && styles.corner)}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={selection.isFull && !isChosen}
        onChange={() => selection.toggle(creator)}
      />
      <span className="sr">Select {creator.name}</span>
    </label>
  )
}
