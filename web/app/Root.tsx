import { QueryClientProvider } from '@tanstack/react-query'
import { LucideProvider } from 'lucide-react'
import { useState } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { AuthProvider } from '../api/session.tsx'
import { UrlOutcomeToast } from '../auth/UrlOutcomeToast.tsx'
import { Shell } from './Shell.tsx'

/** Everything the pages stand in: the answers' cache, the session, the icons' weight, the shell. */
export function Root() {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <LucideProvider size={18} strokeWidth={1.75}>
        <AuthProvider>
          <Shell />
          <UrlOutcomeToast />
        </AuthProvider>
      </LucideProvider>
    </QueryClientProvider>
  )
}
