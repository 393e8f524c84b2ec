import { QueryClientProvider } from '@tanstack/react-query'
import { LucideProvider } from 'lucide-react'
import { use, useState, useSyncExternalStore } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { AuthProvider } from '#web/api/session.tsx'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { StepUpHost } from '#web/step-up/StepUpHost.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Shell } from './Shell.tsx'

const UrlOutcomeToast = lazyComponent(
  async () => (await import('#web/auth/UrlOutcomeToast.tsx')).UrlOutcomeToast,
)

/** Mailed links and Google return with data in the address; such a page is always freshly loaded. */
const arrived = typeof window === 'undefined' ? null : broughtBy(window.location)

function broughtBy({ pathname, search, hash }: Location) {
  return search + hash === '' ? null : { pathname, search, hash }
}

/** Everything that surrounds the pages: the query cache, the session, the icons' weight, the shell. */
export function Root() {
  const { known } = use(PageFactsContext)
  const [queries] = useState(() => createQueryClient(known.brought))
  // Only after hydration: a prerendered page does not know its address.
  const cameBack = useSyncExternalStore(
    () => () => undefined,
    () => arrived,
    () => null,
  )
  return (
    <QueryClientProvider client={queries}>
      <LucideProvider size={18} strokeWidth={1.75}>
        <AuthProvider>
          <Shell />
          <StepUpHost />
          {cameBack ? <UrlOutcomeToast arrived={cameBack} /> : null}
        </AuthProvider>
      </LucideProvider>
    </QueryClientProvider>
  )
}
