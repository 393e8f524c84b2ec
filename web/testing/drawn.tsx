import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from '#web/api/query-client.ts'
import { AuthProvider } from '#web/api/session.tsx'

/**
 * A component's first render as HTML, for tests: inside a router, with an unknown session, and a cache that is empty
 * except for what `fill` puts into it.
 */
export function drawn(node: ReactNode, fill?: (cache: QueryClient) => void): string {
  const cache = createQueryClient()
  fill?.(cache)
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <AuthProvider>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: node }])} />
      </AuthProvider>
    </QueryClientProvider>,
  )
}

/** The text of that render, without tags and with single spaces. */
export const wordsOf = (node: ReactNode, fill?: (cache: QueryClient) => void): string =>
  drawn(node, fill)
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim()
