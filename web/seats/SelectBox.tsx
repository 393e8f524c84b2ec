import { Checkbox } from '#web/ui/Checkbox.tsx'
import styles from './Seats.module.css'
import { seatWords } from './seat-words.ts'

/** The checkbox that selects an applicant for hiring several at once. */
export function SelectBox(props: {
  name: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <Checkbox
      className={styles.select}
      label={seatWords.bulk.label}
      aria-label={seatWords.bulk.select(props.name)}
      checked={props.checked}
      onChange={({ target }) => props.onChange(target.checked)}
    />
  )
}
