import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** Invitations to oneself, newest first, each with its project and brand. */
export function useInvitations() {
  return usePagesOfRows('invitations.mine')
}

/** A creator's answer to an invitation. */
export type InvitationAnswer = 'accept' | 'decline'

/** Accepts or declines an invitation; accepting also opens the conversation. */
export function useAnswerInvitation() {
  const refresh = useRefresh('invitations', 'conversations')
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: InvitationAnswer }) =>
      answer === 'accept'
        ? call('invitations.accept', { params: { id } })
        : call('invitations.decline', { params: { id } }),
    // Also after a refusal: the row on screen was stale.
    onSettled: refresh,
  })
}

/** Invites several creators to one of the seller's active projects. */
export function useSendInvitations() {
  return useMutation({
    mutationFn: (body: { project_id: string; message: string; creator_ids: string[] }) =>
      call('invitations.send_many', { body }),
  })
}

/** Invites a creator to one of the seller's active projects. */
export function useSendInvitation() {
  return useMutation({
    mutationFn: (body: { project_id: string; creator_id: string; message: string }) =>
      call('invitations.send', { body }),
  })
}
