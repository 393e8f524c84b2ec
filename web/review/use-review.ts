import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewNote, ReviewNote, ReviewRoom } from '#contract/review-note-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'

/** The room of a project, by the id of any of its versions. */
export function useReviewRoom(deliverableId: string) {
  return useQuery({
    ...apiQuery('review.room', { params: { id: deliverableId } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: LINKS_RENEWED_MS,
  })
}

/** Puts a note that the server returned into the cached room at once; the refetch confirms it in the background. */
function useTakeNote() {
  const queries = useQueryClient()
  const refresh = useRefresh('review')
  return {
    refresh,
    take(note: ReviewNote | { gone: string }) {
      queries.setQueriesData<ReviewRoom>({ queryKey: ['review.room'] }, (room) => {
        if (!room) return room
        const id = 'gone' in note ? note.gone : note.id
        const notes =
          'gone' in note
            ? room.notes.filter((one) => one.id !== id)
            : room.notes.map((one) => (one.id === id ? note : one))
        const isNew = !('gone' in note) && !room.notes.some((one) => one.id === id)
        return { ...room, notes: isNew ? [...notes, note] : notes }
      })
    },
  }
}

/** Stores a draft: a new one, or new words for an existing one. */
export function useSaveDraft(deliverableId: string) {
  const { take, refresh } = useTakeNote()
  return useMutation({
    mutationFn: (body: NewNote) =>
      call('review.save_draft', { params: { id: deliverableId }, body }),
    onSuccess: take,
    onSettled: () => void refresh(),
  })
}

export function useDiscardDraft() {
  const { take, refresh } = useTakeNote()
  return useMutation({
    mutationFn: (id: string) => call('review.discard_draft', { params: { id } }),
    onSuccess: (_, id) => take({ gone: id }),
    onSettled: () => void refresh(),
  })
}

/** Sends drafts together; `request_changes` asks for a revision with them. */
export function useSendNotes(deliverableId: string) {
  const refresh = useRefresh('review', 'deliverables', 'projects', 'dashboard')
  return useMutation({
    mutationFn: (body: { notes: string[]; request_changes: boolean; text: string | null }) =>
      call('review.send', { params: { id: deliverableId }, body }),
    onSettled: refresh,
  })
}

/** Resolves, reopens or withdraws a note that was sent, for its owner. */
export function useEndNote() {
  const { take, refresh } = useTakeNote()
  return useMutation({
    mutationFn: ({ id, how }: { id: string; how: 'resolve' | 'reopen' | 'withdraw' }) =>
      call(`review.${how}`, { params: { id } }),
    onSuccess: take,
    onSettled: () => void refresh(),
  })
}

/** The outcome of a note, set by the creator. */
export function useAnswerNote() {
  const { take, refresh } = useTakeNote()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; done: boolean; text: string | null }) =>
      call('review.answer', { params: { id }, body }),
    onSuccess: take,
    onSettled: () => void refresh(),
  })
}

export function useReply() {
  const { take, refresh } = useTakeNote()
  return useMutation({
    mutationFn: ({ note, ...body }: { note: string; id: string; body: string }) =>
      call('review.reply', { params: { id: note }, body }),
    onSuccess: take,
    onSettled: () => void refresh(),
  })
}
