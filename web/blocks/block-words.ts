/** What people read about blocking. The other person reads nothing. */
export const blockWords = {
  block: 'Block',
  blockNamed: (name: string) => `Block ${name}`,
  unblock: 'Unblock',
  unblockNamed: (name: string) => `Unblock ${name}`,
  title: (name: string) => `Block ${name}?`,
  means: 'You will not see each other any more. Deals that are running continue.',
  notTold: (name: string) => `${name} is not told. You can take it back in your settings.`,
  blocking: 'Blocking...',
  unblocking: 'Unblocking...',
  blocked: (name: string) => `${name} is blocked`,
  unblocked: (name: string) => `${name} is not blocked any more`,
  isBlocked: (name: string) => `You have blocked ${name}`,
  isBlockedText: 'You do not see each other. Deals that are running continue.',
  more: (name: string) => `More about ${name}`,
  heading: 'People you have blocked',
  intro:
    'You do not see each other here, and neither of you can begin anything with the other. Deals that are running continue. Nobody is told.',
  none: 'You have blocked nobody.',
  since: 'Blocked',
} as const
