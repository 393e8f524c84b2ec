import { useMutation, useQuery } from '@tanstack/react-query'
import type { TermMonths } from '#contract/licence-rights.ts'
import { call } from '#web/api/client.ts'
import { useOneAct } from '#web/api/use-one-act.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'
import { extensionWords } from './extension-words.ts'

/** The extensions of a deal's licence; null until there is a licence. */
export const useExtensions = (projectId: string) =>
  useQuery({
    // The key starts with the licence's: whatever refetches a licence refetches its extensions.
    queryKey: ['licences.extensions', projectId],
    queryFn: () => call('extensions.of_project', { params: { id: projectId } }),
    // Anyone who looks at these is about to pay or to answer.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** Accepts the price that the terms name, or proposes one in USD. The same id is the same request. */
export function useMakeExtension(projectId: string) {
  const refresh = useRefresh('payments')
  return useMutation({
    mutationFn: (body: { id: string; months: TermMonths; price?: number }) =>
      call('extensions.make', { params: { id: projectId }, body }),
    onSettled: refresh,
  })
}

/** Answers an open extension, one request at a time. */
export function useExtensionActs(id: string) {
  const refresh = useRefresh('payments')
  const answer = useMutation({
    mutationFn: (act: 'accept' | 'decline' | 'withdraw') =>
      call(`extensions.${act}`, { params: { id } }),
    // Also after a refusal: it was answered meanwhile, and the page should show that.
    onSettled: refresh,
  })
  return useOneAct(
    (act: 'accept' | 'decline' | 'withdraw') => answer.mutateAsync(act),
    extensionWords,
    () => undefined,
  )
}
