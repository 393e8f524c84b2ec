import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/schemas.ts'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { toast } from '#web/ui/toast.ts'

const mine = apiQuery('packages.mine')

/** The fields of a package that a creator writes. */
export type PackageInput = Input<'packages.update'>['body']

/** The creator's own packages, in their order. */
export const useOwnPackages = () => useQuery(mine)

/** The actions on one's own packages. The list is refetched whether they succeed or fail. */
export type PackageAct =
  | { act: 'list' | 'pause' | 'remove'; id: string }
  | { act: 'arrange'; ids: string[] }

export function useChangePackages() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: PackageAct): Promise<unknown> => {
      if (change.act === 'arrange') return call('packages.arrange', { body: { ids: change.ids } })
      const params = { params: { id: change.id } }
      if (change.act === 'list') return call('packages.list', params)
      return change.act === 'pause'
        ? call('packages.pause', params)
        : call('packages.remove', params)
    },
    // Optimistic: the package appears at its new place at once, so that keyboard users can keep moving it.
    async onMutate(change) {
      if (change.act !== 'arrange') return
      await queries.cancelQueries({ queryKey: mine.queryKey })
      queries.setQueryData(mine.queryKey, (all) =>
        all?.toSorted((a, b) => change.ids.indexOf(a.id) - change.ids.indexOf(b.id)),
      )
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => refreshPackages(queries),
  })
}

/** Adds a draft under an id, or changes a package. */
export function useSavePackage() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body, isNew }: { id: string; body: PackageInput; isNew: boolean }) =>
      isNew
        ? call('packages.create', { body: { ...body, id } })
        : call('packages.update', { params: { id }, body }),
    onSuccess: () => refreshPackages(queries),
    // It may have been saved nonetheless. The form does not wait for the list.
    onError: () => void refreshPackages(queries),
  })
}

const refreshPackages = (queries: ReturnType<typeof useQueryClient>) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: mine.queryKey }),
    queries.invalidateQueries({ queryKey: ['profiles.get'] }),
  ])
