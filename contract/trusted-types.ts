/**
 * The Trusted Types policies, each for the address of one worker that pages start: it reads PDFs, solves the sign-up
 * puzzle, or is the service worker. There are no other policies: a page has no other way to put text where a browser
 * would run it, and cannot create another policy.
 */
export const WORKER_POLICIES = {
  pdf: 'pdf-worker',
  puzzle: 'puzzle-worker',
  service: 'service-worker',
} as const
