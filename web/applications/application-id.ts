/** The id of the creator's panel: links to it, and the return from the provider, use it. */
export const APPLICATION_ID = 'application'
