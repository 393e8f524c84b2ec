import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from '#web/api/query-client.ts'
import { AuthProvider } from '#web/api/session.tsx'

/**
 * What a component draws at first, as HTML, for tests: inside a router, with an empty cache,
 * before it is known who is here.
 */
export function drawn(node: ReactNode): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: node }])} />
      </AuthProvider>
    </QueryClientProvider>,
  )
}

/** The words of what it draws, without marks and with single spaces. */
export const wordsOf = (node: ReactNode): string =>
  drawn(node)
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim()
