/** The texts shown in place of a page that the service worker could not load; its title is that of the open app. */
export const offlineWords = {
  text: 'This page opens by itself once you are back online. We never show you an older copy.',
  again: 'Try again',
} as const
