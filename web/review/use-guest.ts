import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GuestRoom, NewNote } from '#contract/review-note-schemas.ts'
import { call } from '#web/api/client.ts'

/** A guest has no live connection: the interval at which their page polls for changes, in ms. */
const ASK_MS = 30_000

const keyOf = (token: string) => ['guest-review', token] as const

/** The room behind a guest link. */
export function useGuestRoom(token: string) {
  return useQuery({
    queryKey: keyOf(token),
    queryFn: () => call('review.guest_room', { body: { token } }),
    enabled: token !== '',
    refetchInterval: ASK_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** Stores a guest's note: a draft belonging to the brand, under the typed name. */
export function useGuestNote(token: string, name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ drawing: _none, ...note }: NewNote & { deliverable_id: string }) =>
      call('review.guest_note', { body: { token, name, ...note } }),
    onSuccess: (note) =>
      queries.setQueryData<GuestRoom>(
        keyOf(token),
        (room) =>
          room && { ...room, notes: [...room.notes.filter(({ id }) => id !== note.id), note] },
      ),
  })
}
