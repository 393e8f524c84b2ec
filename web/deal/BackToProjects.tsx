import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isGone, messageOf } from '#web/api/errors.ts'
import { useToast } from '#web/ui/toast.ts'
import { unreadableWords } from './unreadable-words.ts'

/**
 * Leads from a project that cannot be shown to the list (SPEC §2) and says why, so that nobody who followed a link
 * wonders where it went.
 *
 * @param error - what loading it threw; absent where the address has no project's id
 */
export function BackToProjects({ error }: { error?: unknown }) {
  const toast = useToast()
  useEffect(() => {
    if (error === undefined || isGone(error))
      toast.info(unreadableWords.unavailable, unreadableWords.reasons)
    else toast.error(unreadableWords.failed, messageOf(error))
  }, [toast, error])
  return <Navigate to={paths.projects} replace />
}
