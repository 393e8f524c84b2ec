import { SIGNED_LINK_SECONDS } from '#contract/uploads.ts'

/** Links to private files end after `SIGNED_LINK_SECONDS`; visible files fetch new ones a minute before. */
export const LINKS_RENEWED_MS = (SIGNED_LINK_SECONDS - 60) * 1_000
