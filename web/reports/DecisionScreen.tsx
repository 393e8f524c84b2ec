import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'

/** /decisions/{id}. By itself: the app names what each screen loads, on every page, and this one is seldom seen. */
export const DecisionScreen = lazyComponent(
  async () => (await import('./DecisionPage.tsx')).DecisionPage,
  <Loading page />,
  'nobody',
)
