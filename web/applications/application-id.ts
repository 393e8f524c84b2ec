/** Of the creator's panel: links and the way back from the provider lead to it. */
export const APPLICATION_ID = 'application'
