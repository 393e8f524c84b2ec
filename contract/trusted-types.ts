/**
 * The Trusted Types policy for the address of the one worker that pages start, which reads PDFs. It is the only one: a page
 * has no other way to put text where a browser would run it, and none to make another policy.
 */
export const WORKER_POLICY = 'pdf-worker'
