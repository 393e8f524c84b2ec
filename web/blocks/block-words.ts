/** What people read about blocking. The blocked person reads nothing. */
export const blockWords = {
  block: 'Block',
  blockNamed: (name: string) => `Block ${name}`,
  unblock: 'Unblock',
  unblockNamed: (name: string) => `Unblock ${name}`,
  title: (name: string) => `Block ${name}?`,
  means: 'You will no longer see each other. Running deals continue.',
  notTold: (name: string) => `${name} won’t be notified. You can undo this in your settings.`,
  blocking: 'Blocking...',
  unblocking: 'Unblocking...',
  blocked: (name: string) => `${name} is blocked`,
  unblocked: (name: string) => `${name} is no longer blocked`,
  isBlocked: (name: string) => `You have blocked ${name}`,
  isBlockedText: 'You don’t see each other. Running deals continue.',
  more: (name: string) => `More about ${name}`,
  heading: 'People you have blocked',
  intro:
    'You don’t see each other here, and neither of you can start anything with the other. Running deals continue. No one is notified.',
  none: 'You haven’t blocked anyone.',
  since: 'Blocked',
} as const
