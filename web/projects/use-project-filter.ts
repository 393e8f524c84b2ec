import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CATEGORIES, PROJECT_LIMITS, type Category } from '#contract/projects.ts'
import type { ProjectFilter } from './use-projects.ts'

/** How long typing rests before it is searched for, in ms. */
const PAUSE_MS = 250

/** The filter of Available Projects; it lives in the address, so that Back brings the same list. */
export function useProjectFilter() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('q') ?? ''
  const category = CATEGORIES.find((one) => one === search.get('category'))
  const [text, setText] = useState(asked)

  useEffect(() => {
    const wanted = text.trim().slice(0, PROJECT_LIMITS.search)
    if (wanted === asked) return
    const timer = setTimeout(
      () => setSearch((now) => withParam(now, 'q', wanted), { replace: true }),
      PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [text, asked, setSearch])

  const filter: ProjectFilter = {
    ...(asked ? { q: asked } : {}),
    ...(category ? { category } : {}),
  }
  return {
    filter,
    /** What stands in the search box, a moment ahead of the filter. */
    text,
    setText,
    category,
    setCategory: (next: Category | undefined) =>
      setSearch((now) => withParam(now, 'category', next ?? ''), { replace: true }),
    clear() {
      setText('')
      setSearch({}, { replace: true })
    },
  }
}

function withParam(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
