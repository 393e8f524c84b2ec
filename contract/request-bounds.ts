/**
 * How large one request may be, whatever it asks for. The limits protect the event loop: everything they admit is
 * read and validated within a few milliseconds.
 */
export const REQUEST_BOUNDS = {
  /** Bytes of any body that is not a file. The largest form, filled to its last character, has some 55 KiB. */
  bodyBytes: 64 * 1024,
  /** Values in one JSON body: members of all its objects and lists together. The largest form has about a hundred. */
  bodyValues: 1_000,
  /** Problems named in one refusal. A form has fewer fields; a program that is told of fifty mistakes knows enough. */
  problems: 50,
  /** Characters of a field's path in a refusal. Paths hold names the caller chose. */
  problemPath: 100,
  /** Characters of one sentence in a refusal. */
  problemText: 200,
} as const
