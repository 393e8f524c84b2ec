import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { logFailure } from './console-lines.ts'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { usePageHead } from './head.ts'
import { Unjoined } from './Unjoined.tsx'

/** Any unknown path; the path is logged (SPEC §2). */
export function NotFound() {
  const { pathname } = useLocation()
  usePageHead({ title: 'Page not found' })
  useEffect(() => {
    logFailure('404: no page at', pathname)
  }, [pathname])
  return (
    <Unjoined
      title="Oops! Page not found"
      text="Something came loose. The address may be old or mistyped."
      action={
        <ButtonLink variant="primary" size="lg" to={paths.home}>
          Return to Home
        </ButtonLink>
      }
    />
  )
}
