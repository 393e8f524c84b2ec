import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { authClient } from '#web/api/auth-client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useAuth } from '#web/api/session.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * Returns the address that waits for both links to be opened, or null. They may be opened in another browser, so
 * returning to this window checks whether the change has happened.
 */
export function useWaitingEmail(): string | null {
  const { user } = useAuth()
  const queries = useQueryClient()
  const waiting = user?.new_email || null
  useEffect(() => {
    if (!waiting) return
    async function look() {
      const { data } = await (await authClient()).refreshSession()
      if (!data.user || data.user.new_email) return
      await queries.invalidateQueries({ queryKey: apiQuery('profiles.me').queryKey })
      if (data.user.email === waiting) {
        toast.success('Email changed', 'You sign in with the new address from now on.')
      }
    }
    const onFocus = () => void look()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [waiting, queries])
  return waiting
}
