/**
 * The Trusted Types policies, each for the address of one worker that pages start: it reads PDFs, solves the puzzle of a
 * sign-up, or is the service worker. They are the only ones: a page has no other way to put text where a browser would run it, and none to make
 * another policy.
 */
export const WORKER_POLICIES = {
  pdf: 'pdf-worker',
  puzzle: 'puzzle-worker',
  service: 'service-worker',
} as const
