/**
 * Bech32 (BIP 173), the form in which age writes its keys: a prefix, "1", the bytes in groups of five bits, and a
 * checksum.
 */

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECKSUM_LENGTH = 6

/** Encodes some bytes under a prefix, all in lower case. */
export function bech32(prefix: string, bytes: Uint8Array): string {
  const groups = regroup([...bytes], 8, 5, true) ?? []
  const sum = polymod([...spread(prefix), ...groups, ...Array<number>(CHECKSUM_LENGTH).fill(0)]) ^ 1
  const check = Array.from({ length: CHECKSUM_LENGTH }, (_, at) => (sum >> (5 * (5 - at))) & 31)
  return `${prefix}1${[...groups, ...check].map((group) => LETTERS[group]).join('')}`
}

/**
 * Decodes a text under a prefix; null for anything else, and for a mistyped one. Upper and lower case are both allowed,
 * but not mixed.
 */
export function fromBech32(prefix: string, text: string): Buffer | null {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return null
  if (!lower.startsWith(`${prefix}1`)) return null
  const letters = lower.slice(prefix.length + 1).split('')
  const groups = letters.map((letter) => LETTERS.indexOf(letter))
  if (groups.length < CHECKSUM_LENGTH || groups.includes(-1)) return null
  if (polymod([...spread(prefix), ...groups]) !== 1) return null
  const bytes = regroup(groups.slice(0, -CHECKSUM_LENGTH), 5, 8, false)
  return bytes === null ? null : Buffer.from(bytes)
}

/** Expands the prefix for the checksum: the upper bits of each letter, a zero, the lower ones. */
function spread(prefix: string): number[] {
  const codes = [...Buffer.from(prefix)]
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

function polymod(groups: readonly number[]): number {
  let sum = 1
  for (const group of groups) {
    const top = sum >> 25
    sum = ((sum & 0x1ffffff) << 5) ^ group
    for (const [at, factor] of GENERATOR.entries()) if (((top >> at) & 1) === 1) sum ^= factor
  }
  return sum
}

/**
 * Converts groups of `from` bits to groups of `to` bits. Without padding, returns null unless what is left over is
 * short and zero.
 */
function regroup(
  groups: readonly number[],
  from: number,
  to: number,
  pad: boolean,
): number[] | null {
  const out: number[] = []
  let held = 0
  let bits = 0
  for (const group of groups) {
    held = (held << from) | group
    bits += from
    while (bits >= to) {
      bits -= to
      out.push((held >> bits) & ((1 << to) - 1))
    }
    held &= (1 << bits) - 1
  }
  if (pad) return bits === 0 ? out : [...out, (held << (to - bits)) & ((1 << to) - 1)]
  return bits < from && held === 0 ? out : null
}
