import { useCallback } from 'react'
import { useAuth } from '../api/session.tsx'

/** Signs out; a failure is only logged, since the local session is gone either way (SPEC §8). */
export function useSignOut(): () => void {
  const { signOut } = useAuth()
  return useCallback(() => {
    signOut().catch((error: unknown) => console.error('Error signing out', error))
  }, [signOut])
}
