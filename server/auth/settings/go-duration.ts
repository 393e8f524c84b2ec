/** Milliseconds of each unit of Go's durations. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

/**
 * A duration in Go's notation ("24h", "1h30m", "100us") in ms; null for anything else, and for more than 1,000 years.
 */
export function goDuration(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h)){1,10}$/.test(text)) return null
  let total = 0
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
    total += Number(amount) * (UNITS[unit] ?? Number.NaN)
  return total <= 1_000 * 366 * 86_400_000 ? total : null
}
