import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Message, MessageFileLinks } from '#contract/conversation-schemas.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'

/** Links by the file's id. */
export type FileLinks = ReadonlyMap<string, MessageFileLinks>

const linksQuery = (id: string, after: number) =>
  apiQuery('messages.files', { params: { id }, query: { after } })

/** The range of numbers that a message belongs to, by the number before it. */
const stretchOf = ({ seq }: Message): number =>
  Math.floor((seq - 1) / MESSAGE_LIMITS.page) * MESSAGE_LIMITS.page

/** Links to the files of the loaded messages, renewed while they are on screen. */
export function useFileLinks(
  conversationId: string,
  messages: readonly Message[],
): { links: FileLinks; renew: () => void } {
  const queries = useQueryClient()
  const withFiles = useMemo(() => messages.filter(({ files }) => files.length > 0), [messages])
  const stretches = useMemo(() => [...new Set(withFiles.map(stretchOf))], [withFiles])
  const answers = useQueries({
    queries: stretches.map((after) => ({
      ...linksQuery(conversationId, after),
      refetchInterval: LINKS_RENEWED_MS,
      refetchOnWindowFocus: 'always' as const,
    })),
  })
  const all = answers.flatMap(({ data = [] }) => data)
  const known = JSON.stringify(all)
  const links = useMemo(
    () => new Map((JSON.parse(known) as MessageFileLinks[]).map((one) => [one.id, one])),
    [known],
  )

  // A message that arrived after the links for its range were requested.
  useEffect(() => {
    for (const after of stretches) {
      const { queryKey } = linksQuery(conversationId, after)
      const data = queries.getQueryData(queryKey)
      const isNew = withFiles.some(
        (message) =>
          stretchOf(message) === after &&
          message.files.some(({ id }) => data?.every((one) => one.id !== id)),
      )
      if (data !== undefined && isNew) void queries.invalidateQueries({ queryKey, exact: true })
    }
  }, [queries, conversationId, stretches, withFiles])
  const renew = () =>
    void queries.invalidateQueries({
      queryKey: ['messages.files', { params: { id: conversationId } }],
    })
  return { links, renew }
}
