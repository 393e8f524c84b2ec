import { numberText } from '#contract/number-text.ts'

const MB = 1024 * 1024

/** Bytes for people: "34.2 MB"; under a tenth of a megabyte "12 KB". Number and unit stay on one line. */
export function megabytes(bytes: number): string {
  if (bytes < MB / 10) return `${Math.ceil(bytes / 1024)}\u00a0KB`
  return `${oneDecimal(bytes / MB)}\u00a0MB`
}

/** The amount of a file that was sent, in the unit of the total: "21.9 of 34.2 MB", "30 of 84 KB". */
export function megabytesOf(sent: number, size: number): string {
  const part = size < MB / 10 ? String(Math.floor(sent / 1024)) : oneDecimal(sent / MB)
  return `${part} of ${megabytes(size)}`
}

function oneDecimal(number: number): string {
  const tenths = Math.floor(number * 10 + 0.5)
  return `${numberText(Math.floor(tenths / 10))}.${tenths % 10}`
}
