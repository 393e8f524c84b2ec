const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Formats a size in bytes for people: "43.2 MB". */
export function formatSize(bytes: number): string {
  const step = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  )
  return `${number.format(bytes / 1_000 ** step)} ${UNITS[step]}`
}
