/* The only place in the web app that writes to the console: the lines the spec asks for (SPEC §2, §8). */

/** Writes a line about a failure to the browser’s console. */
export function logFailure(line: string, detail: unknown) {
  // oxlint-disable-next-line no-console -- see above
  console.error(line, detail)
}

/** Writes a line that is not a failure: the contact form's message, which goes nowhere else (decision P26). */
export function logLine(line: string, detail: unknown) {
  // oxlint-disable-next-line no-console -- see above
  console.log(line, detail)
}
