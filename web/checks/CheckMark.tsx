import { Check, Minus, X } from 'lucide-react'
import { checkWords as say } from './check-words.ts'
import styles from './Checks.module.css'

/** A yes, a no, or neither. `spoken` where no word beside it says the same. */
export function CheckMark({ holds, spoken = false }: { holds: boolean | null; spoken?: boolean }) {
  const Icon = holds === null ? Minus : holds ? Check : X
  const tone = holds === null ? styles.unknown : holds ? styles.holds : styles.fails
  return (
    <>
      <Icon className={tone} size={16} aria-hidden="true" />
      {spoken && holds !== null ? (
        <span className="sr">{holds ? say.holds : say.fails}</span>
      ) : null}
    </>
  )
}
