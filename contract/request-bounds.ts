/**
 * Bounds on the size of one request. The limits protect the event loop: everything they admit is parsed and validated
 * within a few milliseconds.
 */
export const REQUEST_BOUNDS = {
  /**
   * Bytes of any body that is not a file. The largest form, a project with a brief, has about 62 KiB when every field
   * is full.
   */
  bodyBytes: 64 * 1024,
  /**
   * Values in one JSON body: the members of all its objects and lists together. The largest form has about four
   * hundred.
   */
  bodyValues: 1_000,
  /** The same for a call that sends a drawing (review-drawings.ts): its points are checked by hand. */
  drawingValues: 4_200,
  /** Problems named in one refusal. A form has fewer fields, and fifty mistakes are enough for a program. */
  problems: 50,
  /** Characters of a field's path in a refusal. Paths contain names the caller chose. */
  problemPath: 100,
  /** Characters of one sentence in a refusal. */
  problemText: 200,
} as const
