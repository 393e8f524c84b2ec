import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'

/**
 * /decisions/{id}. A module of its own: the app lists what each screen loads, on every page, and this screen is seldom
 * opened.
 */
export const DecisionScreen = lazyComponent(
  async () => (await import('./DecisionPage.tsx')).DecisionPage,
  <Loading page />,
  'nobody',
)
