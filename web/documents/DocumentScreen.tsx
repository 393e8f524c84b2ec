import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'

/**
 * /documents/{id}. Loaded on its own: the app names what each screen loads on every page, and this one is seldom
 * opened.
 */
export const DocumentScreen = lazyComponent(
  async () => (await import('./DocumentPage.tsx')).DocumentPage,
  <Loading page />,
  'nobody',
)
