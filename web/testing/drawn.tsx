import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from '#web/api/query-client.ts'
import { AuthProvider } from '#web/api/session.tsx'

/** A component's first render as HTML, for tests: inside a router, with an empty cache and an unknown session. */
export function drawn(node: ReactNode): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: node }])} />
      </AuthProvider>
    </QueryClientProvider>,
  )
}

/** The text of that render, without tags and with single spaces. */
export const wordsOf = (node: ReactNode): string =>
  drawn(node)
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim()
