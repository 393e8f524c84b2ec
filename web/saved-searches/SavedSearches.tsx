import { Bell, BellOff, X } from 'lucide-react'
import { Link } from 'react-router'
import type { SavedSearch } from '#contract/saved-search-schemas.ts'
import { paths } from '#contract/paths.ts'
import { searchWords, type SearchSubject } from '#contract/saved-searches.ts'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './SavedSearches.module.css'
import {
  type SearchToSave,
  useRemoveSearch,
  useSavedSearches,
  useSaveSearch,
} from './use-saved-searches.ts'

interface Props {
  /** The current search. */
  search: SearchToSave
  /** Whether it has any filters. */
  narrowed: boolean
}

/**
 * Shown above search results: saves the current search, so that new matches are mailed, and links to earlier saved
 * ones.
 */
export function SavedSearches({ search, narrowed }: Props) {
  const { data: all = [], isPending } = useSavedSearches()
  const kept = all.filter(({ about }) => about === search.about)
  const current = kept.find((one) => isSame(one, search))
  const others = kept.filter((one) => one !== current)
  if (!narrowed && others.length === 0) return null
  return (
    // Whether this search is already saved is not known until the response arrives; the space is reserved.
    <div className={styles.row} style={isPending ? { visibility: 'hidden' } : undefined}>
      {narrowed ? <KeepButton search={search} current={current} /> : null}
      {others.length > 0 ? (
        <ul className={styles.kept} aria-label="Saved searches">
          {others.map((one) => (
            <Kept key={one.id} search={one} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function KeepButton({
  search,
  current,
}: {
  search: SearchToSave
  current: SavedSearch | undefined
}) {
  const save = useSaveSearch()
  const remove = useRemoveSearch()
  if (current) {
    return (
      <Button
        size="sm"
        busy={remove.isPending}
        onClick={() => remove.mutate(current.id, { onError: complain })}
      >
        <BellOff size={15} aria-hidden="true" />
        Stop emails for this search
      </Button>
    )
  }
  return (
    <Button
      size="sm"
      busy={save.isPending}
      busyText="Saving..."
      onClick={() =>
        save.mutate(search, {
          onSuccess: () => toast.success('Search saved', mailWords[search.about]),
          onError: complain,
        })
      }
    >
      <Bell size={15} aria-hidden="true" />
      Save this search
    </Button>
  )
}

const mailWords: Record<SearchSubject, string> = {
  projects: 'New projects that match come by email, at most once a day.',
  creators: 'New creators who match come by email, at most once a day.',
}

const complain = (error: unknown) => toast.error(messageOf(error))

function Kept({ search }: { search: SavedSearch }) {
  const remove = useRemoveSearch()
  const words = searchWords(search)
  return (
    <li className={styles.one}>
      <Link className={styles.words} to={paths.search(search.about, search)}>
        {words}
      </Link>
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove the saved search ${words}`}
        onClick={() => remove.mutate(search.id, { onError: complain })}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  )
}

const isSame = (one: SavedSearch, other: SearchToSave): boolean =>
  (['q', 'category', 'niche', 'platform'] as const).every(
    (name) => (one[name] ?? '') === (other[name] ?? ''),
  )
