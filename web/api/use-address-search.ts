import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** The debounce of search input, in ms. */
const PAUSE_MS = 250

/**
 * A list's filters live in the address, so that Back and a shared link restore the list: `q` is the debounced search
 * text, and every other filter a parameter of its own. Absent means no filter.
 */
export function useAddressSearch(longest: number) {
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('q') ?? ''
  const [text, setText] = useState(asked)
  /** What this box last put into the address: any other change came from a link and updates the box. */
  const sent = useRef(asked)

  useEffect(() => {
    if (asked === sent.current) return
    sent.current = asked
    setText(asked)
  }, [asked])

  useEffect(() => {
    const wanted = text.trim().slice(0, longest)
    if (wanted === asked) return
    const timer = setTimeout(() => {
      // A person who has moved on to a screen that is still loading must not be pulled back.
      if (window.location.pathname !== pathname) return
      sent.current = wanted
      setSearch(() => withParam('q', wanted), { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, asked, longest, pathname, setSearch])

  return {
    /** The current search text; '' for none. */
    asked,
    /** The search box's content, slightly ahead of `asked`. */
    text,
    setText,
    /** The option among `options` that the address names under `name`; undefined for none or an invalid one. */
    choice: <Value extends string>(name: string, options: readonly Value[]) => {
      const given = search.get(name)
      return options.find((one) => one === given)
    },
    /** Sets the filter `name`, or removes it with undefined. */
    choose: (name: string, value: string | undefined) =>
      setSearch(() => withParam(name, value ?? ''), { replace: true }),
    clear() {
      sent.current = ''
      setText('')
      setSearch({}, { replace: true })
    },
  }
}

/**
 * The address with one parameter changed. It starts from the address itself: the router's own parameters are those of
 * the last render, so a chip pressed just after the text was cleared would bring the text back.
 */
function withParam(name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(window.location.search)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
