import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Leads to the section `id` if the address names it after `#`. For the component that draws the section: the router
 * looks for it before that has loaded. The section takes the focus, so that a keyboard starts there, unless the reader
 * is already writing.
 */
export function useAnchor(id: string): void {
  const named = useLocation().hash === `#${id}`
  useEffect(() => {
    const section = named ? document.getElementById(id) : null
    if (section === null) return
    // The shell moves the focus to a new page's start; this comes after.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.matches('input, textarea, select')) return
      section.tabIndex = -1
      section.focus({ preventScroll: true })
      section.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, named])
}
