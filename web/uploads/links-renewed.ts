import { SIGNED_LINK_SECONDS } from '#contract/uploads.ts'

/** Links to private files expire after `SIGNED_LINK_SECONDS`; visible files fetch new ones a minute earlier. */
export const LINKS_RENEWED_MS = (SIGNED_LINK_SECONDS - 60) * 1_000
