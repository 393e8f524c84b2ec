import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Scrolls to the section `id` if the address names it after `#`. Call it in the component that renders the section: the
 * router looks for the section before that component has loaded. The section takes the focus, so that keyboard users
 * start there, unless the reader is already typing.
 */
export function useAnchor(id: string): void {
  const named = useLocation().hash === `#${id}`
  useEffect(() => {
    const section = named ? document.getElementById(id) : null
    if (section === null) return
    // The shell moves the focus to the start of a new page; this runs afterwards.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.matches('input, textarea, select')) return
      section.tabIndex = -1
      section.focus({ preventScroll: true })
      section.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, named])
}
