import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** `Checklist`, loaded only where a delivery has one: most have no agreed brief. */
export const Checklist = lazyComponent(
  async () => (await import('./Checklist.tsx')).Checklist,
  null,
  'nobody',
)
