/** The texts in place of a page that the service worker could not load; its title is that of the open app. */
export const offlineWords = {
  text: 'This page opens by itself when the connection is back. No older copy of it is shown.',
  again: 'Try again',
} as const
