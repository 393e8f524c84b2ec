import { Checkbox } from '#web/ui/Checkbox.tsx'
import styles from './Card.module.css'
import { bulkWords } from './bulk-words.ts'

/** Whether a card is among those that the next action affects. */
export function SelectCard(props: {
  name: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <Checkbox
      className={styles.select}
      label={bulkWords.label}
      aria-label={bulkWords.select(props.name)}
      checked={props.checked}
      onChange={({ target }) => props.onChange(target.checked)}
    />
  )
}
