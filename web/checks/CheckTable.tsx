import type { DeliveryCheck } from '#contract/delivery-checks.ts'
import { CheckMark } from './CheckMark.tsx'
import { checkWords as say } from './check-words.ts'
import styles from './Checks.module.css'
import { Text } from './HandInChecks.tsx'

interface Props {
  /** The subject of the table. */
  caption: string
  checks: readonly DeliveryCheck[]
  creatorName: string
  brandName: string
}

/** The three columns of a delivery's checks: its file, its creator, its brand. */
export function CheckTable({ caption, checks, creatorName, brandName }: Props) {
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.table} role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say.title}</th>
            <th scope="col">{say.file}</th>
            <th scope="col">{creatorName}</th>
            <th scope="col">{brandName}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <tr key={check.check_id}>
              <th scope="row">
                <Text text={check.text} must={check.must} />
              </th>
              <td>
                {check.kind === 'machine' ? (
                  <Cell
                    holds={check.machine}
                    word={check.found ?? say.unread}
                    words={null}
                    spoken
                  />
                ) : null}
              </td>
              <td>
                {check.ticked === null && check.reason === null ? null : (
                  <Cell
                    holds={check.ticked}
                    word={check.ticked === true ? say.ticked : say.open}
                    words={check.reason}
                  />
                )}
              </td>
              <td>
                <Cell
                  holds={check.holds}
                  word={check.holds === null ? say.none : check.holds ? say.yes : say.no}
                  words={check.note}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  holds: boolean | null
  word: string
  words: string | null
  /** The word alone does not say whether the check holds. */
  spoken?: boolean
}

function Cell({ holds, word, words, spoken = false }: CellProps) {
  return (
    <>
      <span className={styles.cell}>
        <CheckMark holds={holds} spoken={spoken} />
        {word}
      </span>
      {words === null ? null : <span className={styles.quote}>“{words}”</span>}
    </>
  )
}
