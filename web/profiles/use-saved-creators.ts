import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { toast } from '#web/ui/toast.ts'

const saved = apiQuery('creators.saved')

/** Whether a brand has saved a creator, and an optimistic toggle for it. */
export function useSavedCreator(creatorId: string) {
  const queries = useQueryClient()
  const { data } = useQuery({ ...saved, staleTime: 60_000 })
  const { mutate } = useMutation({
    mutationFn: (keep: boolean) =>
      call(keep ? 'creators.save' : 'creators.unsave', { params: { id: creatorId } }),
    async onMutate(keep) {
      await queries.cancelQueries({ queryKey: saved.queryKey })
      queries.setQueryData(saved.queryKey, (all) => {
        const others = all?.filter((id) => id !== creatorId) ?? []
        return keep ? [creatorId, ...others] : others
      })
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: saved.queryKey }),
        queries.invalidateQueries({ queryKey: ['creators.facets'] }),
      ]),
  })
  return {
    /** Undefined until it is known. */
    isSaved: data?.includes(creatorId),
    change: mutate,
  }
}
