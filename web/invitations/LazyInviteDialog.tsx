import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** The invitation's form, loaded when someone invites: the pages that list creators otherwise need no form. */
export const LazyInviteDialog = lazyComponent(
  async () => (await import('./InviteDialog.tsx')).InviteDialog,
  null,
  'seller',
)
