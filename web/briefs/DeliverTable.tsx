import { itemKindWords, itemName, lengthText, widthText } from '#contract/brief-item-words.ts'
import type { BriefItem } from '#contract/briefs.ts'
import { briefViewWords } from './brief-view-words.ts'
import styles from './BriefView.module.css'

const { columns } = briefViewWords

/** The pieces to be delivered, one row for each kind. Empty columns are omitted. */
export function DeliverTable({ items, label }: { items: readonly BriefItem[]; label: string }) {
  const hasShape = items.some(({ ratio }) => ratio !== 'any')
  const hasLength = items.some((item) => lengthText(item) !== null)
  const hasMore = items.some((item) => moreOf(item) !== '')
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{columns.piece}</th>
          {hasShape ? <th scope="col">{columns.shape}</th> : null}
          {hasLength ? <th scope="col">{columns.length}</th> : null}
          {hasMore ? <th scope="col">{columns.more}</th> : null}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              <span className="strong">{itemName(item)}</span>
              {item.label === null ? null : (
                <span className={styles.kind}>{itemKindWords[item.what].one}</span>
              )}
            </th>
            {hasShape ? <td>{item.ratio === 'any' ? '' : item.ratio}</td> : null}
            {hasLength ? <td>{lengthText(item) ?? ''}</td> : null}
            {hasMore ? <td>{moreOf(item)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** "at least 1080 px wide, sound, captions". */
const moreOf = (item: BriefItem): string =>
  [
    widthText(item),
    item.sound ? 'sound' : null,
    item.captions ? 'captions' : null,
    item.raw ? 'raw footage' : null,
  ]
    .filter((fact) => fact !== null)
    .join(', ')
