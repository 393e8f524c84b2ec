import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { toast } from '#web/ui/toast.ts'

const saved = apiQuery('creators.saved')

/**
 * Whether a brand has saved a creator, and a toggle for it, which shows its outcome at once. After a failure it shows
 * what the server last said, even if that cannot be read again.
 */
export function useSavedCreator(creatorId: string) {
  const queries = useQueryClient()
  const { data } = useQuery({ ...saved, staleTime: 60_000 })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (keep: boolean) =>
      call(keep ? 'creators.save' : 'creators.unsave', { params: { id: creatorId } }),
    onSuccess: (_answer, keep) =>
      queries.setQueryData(saved.queryKey, (all) => {
        const others = all?.filter((id) => id !== creatorId)
        return others && keep ? [creatorId, ...others] : others
      }),
    onError: (error) => toast.error(messageOf(error)),
    // Not awaited: the toggle shows its own choice until then, and the reads may be retried for seconds.
    onSettled() {
      void queries.invalidateQueries({ queryKey: saved.queryKey })
      void queries.invalidateQueries({ queryKey: ['creators.facets'] })
    },
  })
  return {
    /** Undefined until it is known. */
    isSaved: isPending ? variables : data?.includes(creatorId),
    change: mutate,
  }
}
