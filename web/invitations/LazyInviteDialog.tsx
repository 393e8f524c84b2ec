import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** The invitation's form, loaded when someone invites: the pages that list creators need no form otherwise. */
export const LazyInviteDialog = lazyComponent(
  async () => (await import('./InviteDialog.tsx')).InviteDialog,
  null,
  'seller',
)
