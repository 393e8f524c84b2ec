/** Characters of what a brand says with a rejection. Ours. */
export const REJECT_NOTE = 1_000
