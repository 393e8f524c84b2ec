import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'
import { useAuth } from '#web/api/session.tsx'

/** The counts in the navigation. Zero until known and while signed out. */
export function useNavigationCounts(): {
  unread_messages: number
  pending_invitations: number
  operator: boolean
  /** Whether the server has responded, or could not. */
  known: boolean
} {
  const { status } = useAuth()
  const counts = useQuery({
    ...apiQuery('navigation.counts'),
    enabled: status === 'signed_in',
    staleTime: 30_000,
    refetchInterval: 60_000,
  })
  const none = { unread_messages: 0, pending_invitations: 0, operator: false }
  return { ...(counts.data ?? none), known: counts.data !== undefined || counts.isError }
}
