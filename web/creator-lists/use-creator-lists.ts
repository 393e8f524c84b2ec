import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'
import { toast } from '#web/ui/toast.ts'

/** A brand's own lists, by name. */
export const useCreatorLists = () => useQuery(apiQuery('lists.all'))

/** The creators on one of them, newest first. */
export const useListedCreators = (id: string) =>
  usePagesOfRows('lists.people', { input: { params: { id } } })

/** The newest paid deal with each of these creators; empty while there are none. */
export const useLastDeals = (ids: readonly string[]) =>
  useQuery({
    ...apiQuery('lists.last_deals', { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
  })

/** Refetches everything that shows a list. */
function useListsChanged() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      ['lists.all', 'lists.people', 'lists.of_creator'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
}

/** Creates a list. The caller shows its refusals. */
export function useCreateList() {
  const changed = useListsChanged()
  return useMutation({
    mutationFn: (name: string) => call('lists.create', { body: { name } }),
    // Also after a refusal: another window may have made a list of this name.
    onSettled: changed,
  })
}

/** Renames a list. The caller shows its refusals. */
export function useRenameList() {
  const changed = useListsChanged()
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call('lists.rename', { params: { id }, body: { name } }),
    onSettled: changed,
  })
}

/** Deletes a list with everyone on it. */
export function useRemoveList() {
  const changed = useListsChanged()
  return useMutation({
    mutationFn: (id: string) => call('lists.remove', { params: { id } }),
    onError: (error) => toast.error(messageOf(error)),
    // Not awaited: the list's page is left at once, before the refetched lists show that it is gone.
    onSettled: () => void changed(),
  })
}

/** Adds creators to a list, one after the other. A failure leaves the creators before it on the list. */
export function useAddToList() {
  const changed = useListsChanged()
  return useMutation({
    async mutationFn({ id, creators }: { id: string; creators: readonly string[] }) {
      for (const creator_id of creators)
        // Sequential, which keeps their order on the list.
        await call('lists.add', { params: { id, creator_id }, body: { note: null } })
    },
    onSettled: changed,
  })
}

/** A creator's entry on a list: changes the note, or removes the creator from the list. */
export function usePlace(id: string, creator_id: string) {
  const changed = useListsChanged()
  const note = useMutation({
    mutationFn: (words: string) =>
      call('lists.note', { params: { id, creator_id }, body: { note: words } }),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: changed,
  })
  const drop = useMutation({
    mutationFn: () => call('lists.drop', { params: { id, creator_id } }),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: changed,
  })
  return { note, drop }
}
