import { useCallback } from 'react'
import { useAuth } from '#web/api/session.tsx'
import { logFailure } from '#web/page/console-lines.ts'

/** Signs out; a failure is only logged, because the local session is gone either way (SPEC §8). */
export function useSignOut(): () => void {
  const { signOut } = useAuth()
  return useCallback(() => {
    signOut().catch((error: unknown) => logFailure('Error signing out', error))
  }, [signOut])
}
