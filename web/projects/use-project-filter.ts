import {
  CATEGORIES,
  PROJECT_LIMITS,
  PROJECT_SORTS,
  type Category,
  type ProjectSort,
} from '#contract/projects.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import type { ProjectFilter } from './use-projects.ts'

/** The filters of Available Projects: text, one category and the sort order, all stored in the address. */
export function useProjectFilter() {
  const { asked, text, setText, choice, choose, clear } = useAddressSearch(PROJECT_LIMITS.search)
  const category = choice('category', CATEGORIES)
  const sort = choice('sort', PROJECT_SORTS) ?? PROJECT_SORTS[0]
  const filter: ProjectFilter = {
    ...(asked ? { q: asked } : {}),
    ...(category ? { category } : {}),
    ...(sort === PROJECT_SORTS[0] ? {} : { sort }),
  }
  return {
    filter,
    text,
    setText,
    category,
    setCategory: (next: Category | undefined) => choose('category', next),
    sort,
    setSort: (next: ProjectSort) => choose('sort', next === PROJECT_SORTS[0] ? undefined : next),
    clear,
  }
}
