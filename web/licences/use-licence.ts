import { useQuery } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { licenceCode } from '#contract/licences.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'

/**
 * A licence by its code as typed. The one delivered with the page is shown at once and refetched when the app starts,
 * which may be an hour later: its state may have changed. 404 for a code that was never issued.
 */
export function useLicence(code: string) {
  const facts = use(PageFactsContext)
  useEffect(() => facts.forget(), [facts])
  return useQuery({
    ...apiQuery('licences.check', { params: { code } }),
    initialData: () => {
      const { licence } = facts.known
      return licence?.code === licenceCode(code) ? licence : undefined
    },
  })
}
