import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'

/** Maximum nesting of a body: far above what any call needs, and far below what breaks a recursive reader. */
export const DEEPEST = 64

/** A body with more values than its call accepts. Refused like one with too many bytes. */
class TooManyValues extends Error {
  override name = 'TooManyValues'
  readonly statusCode = 413
}

/**
 * Matches the name, or an escape that may spell it: only then is each name checked, which takes longer than parsing.
 */
const MAY_NAME_PROTOTYPES = /__proto__|\\u/

/**
 * Parses a JSON body. Throws SyntaxError for input that is not JSON, names `__proto__`, or is nested deeper than
 * DEEPEST, and TooManyValues for more than `most` values. Depth and values are counted before parsing: validating tens
 * of thousands of values would block the event loop for seconds.
 */
export function parseBody(text: string, most: number = REQUEST_BOUNDS.bodyValues): unknown {
  assertSmall(text, most)
  return MAY_NAME_PROTOTYPES.test(text) ? JSON.parse(text, refusePrototypes) : JSON.parse(text)
}

/** `__proto__` in a body would reach objects built from it, so such a body is malformed. */
function refusePrototypes(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('forbidden property')
  return value
}

/** Returns the parser of a content type that is JSON: its refusals carry their own status, or 400 if they name none. */
export function readJson(
  text: string,
  done: (error: Error | null, body?: unknown) => void,
  most?: number,
): void {
  try {
    done(null, parseBody(text, most))
  } catch (error) {
    const { statusCode = 400 } = error as { statusCode?: number }
    done(Object.assign(error as Error, { statusCode }))
  }
}

/** Counts brackets and commas outside strings; for invalid JSON the result is arbitrary. */
function assertSmall(text: string, most: number): void {
  let depth = 0
  // Each comma announces one more value, each opening bracket at most one first value.
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '[' || sign === '{') {
      depth += 1
      values += 1
      if (depth > DEEPEST) throw new SyntaxError('nested too deep')
    } else if (sign === ']' || sign === '}') depth -= 1
    else if (sign === ',') values += 1
    if (values > most) throw new TooManyValues()
  }
}

/** Returns where the string starting at `start` ends. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
