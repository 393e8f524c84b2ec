import { useState } from 'react'
import type { ListedApplication } from '#contract/application-schemas.ts'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import styles from './Application.module.css'
import { shortlistWords } from './shortlist-words.ts'

/** Shows only the shortlist. The rows are decided when the filter is pressed: a row does not vanish under a click. */
export function useShortlistFilter(
  loaded: readonly ListedApplication[] | undefined,
  mayMark: boolean,
) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  const marked = (loaded ?? []).filter((one) => one.shortlisted_at !== null)
  const isOn = ids !== null
  return {
    isOn,
    of: (rows: readonly ListedApplication[]) => (ids ? rows.filter(({ id }) => ids.has(id)) : rows),
    chip:
      // The filter is there before the first mark, so that nothing moves under that click.
      mayMark || marked.length > 0 ? (
        <div className={styles.filter}>
          <FilterChip
            pressed={isOn}
            disabled={!isOn && marked.length === 0}
            onClick={() => setIds(isOn ? null : new Set(marked.map(({ id }) => id)))}
          >
            {shortlistWords.filter} ({marked.length})
          </FilterChip>
          <span className="sm muted">{shortlistWords.private}</span>
        </div>
      ) : null,
  }
}
