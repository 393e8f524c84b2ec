import { useQuery } from '@tanstack/react-query'
import { type AssignedUpload, uploadsText } from '#contract/delivered-pieces.ts'
import { apiQuery } from '#web/api/query-client.ts'

/** How often a page asks for a file that is being read, in ms. */
const ASKED_EVERY_MS = 2_000

/** What the agreed checklist asks, and what the uploads are found to be; nothing is asked where there is no list. */
export function useChecksBefore(
  projectId: string,
  uploads: readonly AssignedUpload[],
  isAsked: boolean,
) {
  return useQuery({
    ...apiQuery('checks.before', {
      params: { id: projectId },
      query: uploads.length === 0 ? {} : { files: uploadsText(uploads) },
    }),
    enabled: isAsked,
    staleTime: 0,
    // The list stays in place while another file is read.
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.reading ? ASKED_EVERY_MS : false),
  })
}
