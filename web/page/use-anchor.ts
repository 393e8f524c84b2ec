import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Leads to the section that the address names after `#`, once the component that has it is there: the router looks for
 * it before that has loaded. The section takes the focus, so that a keyboard starts there.
 */
export function useAnchor(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(hash.slice(1))
    if (section === null) return
    // The shell moves the focus to a new page's start; this comes after.
    const frame = requestAnimationFrame(() => {
      section.tabIndex = -1
      section.focus({ preventScroll: true })
      section.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash])
}
