import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'

/** /documents/{id}. By itself: the app names what each screen loads, on every page, and this one is seldom seen. */
export const DocumentScreen = lazyComponent(
  async () => (await import('./DocumentPage.tsx')).DocumentPage,
  <Loading page />,
  'nobody',
)
