/** Maximum characters of a brand's text with a rejection. Our choice. */
export const REJECT_NOTE = 1_000
