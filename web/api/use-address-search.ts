import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** How long typing rests before it is searched for, in ms. */
const PAUSE_MS = 250

/**
 * What narrows a list lives in the address, so that Back and a shared link bring the same list: `q` is what
 * was typed, once typing rests, and every other filter a parameter of its own. Absent means not narrowed.
 */
export function useAddressSearch(longest: number) {
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('q') ?? ''
  const [text, setText] = useState(asked)
  /** What this box last put into the address: any other change came by a link and moves the box. */
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
      // Somebody who has gone on to a screen that still loads must not be brought back.
      if (window.location.pathname !== pathname) return
      sent.current = wanted
      setSearch((now) => withParam(now, 'q', wanted), { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, asked, longest, pathname, setSearch])

  return {
    /** What is searched for now; '' for nothing. */
    asked,
    /** What stands in the search box, a moment ahead of `asked`. */
    text,
    setText,
    /** The one of `options` that the address names under `name`; undefined for none and for nonsense. */
    choice: <Value extends string>(name: string, options: readonly Value[]) => {
      const given = search.get(name)
      return options.find((one) => one === given)
    },
    /** Narrows by `name`, or no longer with undefined. */
    choose: (name: string, value: string | undefined) =>
      setSearch((now) => withParam(now, name, value ?? ''), { replace: true }),
    clear() {
      sent.current = ''
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
