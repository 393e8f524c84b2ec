// Parameters of RFC 3492, section 5.
const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE = 0x80

/**
 * Returns the letters that a host label encodes, given without its `xn--` (RFC 3492): "mnchen-3ya" is "münchen". Null
 * for an invalid one. Browsers decode host names but do not expose the result to scripts.
 */
export function decodePunycode(label: string): string | null {
  const dash = label.lastIndexOf('-')
  const letters = dash > 0 ? Array.from(label.slice(0, dash), (one) => one.codePointAt(0) ?? 0) : []
  const digits = dash > 0 ? label.slice(dash + 1) : label
  let code = FIRST_CODE
  let at = 0
  let bias = FIRST_BIAS
  for (let next = 0; next < digits.length;) {
    const before = at
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = digitOf(digits[next])
      if (digit === null) return null
      next += 1
      at += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, step - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = letters.length + 1
    bias = adapted(at - before, length, before === 0)
    code += Math.trunc(at / length)
    at %= length
    if (code > 0x10_ff_ff) return null
    letters.splice(at, 0, code)
    at += 1
  }
  return String.fromCodePoint(...letters)
}

function digitOf(sign: string | undefined): number | null {
  const digit = Number.parseInt(sign ?? '', BASE)
  if (Number.isNaN(digit)) return null
  // Letters count from 0, digits follow: the reverse of base 36.
  return digit >= 10 ? digit - 10 : digit + 26
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let left = Math.trunc(delta / (isFirst ? DAMP : 2))
  left += Math.trunc(left / length)
  let bias = 0
  while (left > ((BASE - T_MIN) * T_MAX) / 2) {
    left = Math.trunc(left / (BASE - T_MIN))
    bias += BASE
  }
  return bias + Math.trunc(((BASE - T_MIN + 1) * left) / (left + SKEW))
}
