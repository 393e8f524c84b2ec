import { useQuery } from '@tanstack/react-query'
import { type AssignedUpload, uploadsText } from '#contract/delivered-pieces.ts'
import { apiQuery } from '#web/api/query-client.ts'

/** How often a page polls for a file that is being read, in ms. */
const ASKED_EVERY_MS = 2_000

/** The agreed checklist, with the measurements of the uploads; makes no request without a list. */
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
    // The list stays in place while another file is being read.
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.reading ? ASKED_EVERY_MS : false),
  })
}
