/** Countries of IBANs, each with the length of its numbers (ISO 13616 registry). */
const IBAN_LENGTHS =
  'ad24ae23al28at20az28ba20be16bg22bh22br29by28ch21cr22cy28cz24de22dk18do28ee20eg29es24fi18fo18fr27gb22ge22gi23gl18gr27gt28hr21hu28ie22il23iq23is26it27jo30kw30kz20lb28li21lt20lu20lv21mc27md24me22mk19mr27mt31mu30nl18no15pk24pl28ps29pt25qa29ro24rs22sa24se24si19sk24sm27tn24tr26ua29va22vg24xk20'
const lengths = new Map(
  [...IBAN_LENGTHS.matchAll(/([a-z]{2})(\d{2})/g)].map(([, land = '', size]) => [
    land,
    Number(size),
  ]),
)
const IBAN = /(?<![a-z0-9])[a-z][ .-]?[a-z](?:[ .-]?\d){2}(?:[ .-]?[a-z0-9]){11,30}/g
const bare = (text: string): string => text.replace(/[^a-z0-9]/g, '')

/**
 * Whether its check digits are right: the number, rotated by four characters and converted to digits, leaves 1 when
 * divided by 97.
 */
function isIban(text: string): boolean {
  const number = bare(text)
  const size = lengths.get(number.slice(0, 2))
  if (size === undefined || number.length < size) return false
  let rest = 0
  for (const letter of number.slice(4, size) + number.slice(0, 4))
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

const CARD = /(?<![a-z0-9])\d(?:[ .,-]{0,2}\d){14,18}(?!\d)/g
/** The prefixes and lengths of the large card networks: a parcel's number does not match them. */
const NETWORKS = /^(?:(?:4\d|5[1-5]|2[2-7]|6[05])\d{14}|3[47]\d{13})$/

const isCard = (text: string): boolean =>
  [15, 16].some((size) => {
    const number = bare(text).slice(0, size)
    return NETWORKS.test(number) && luhn(number) % 10 === 0
  })

/** Every second digit from the right counts double, and a two-digit result counts as the sum of its digits. */
const luhn = (number: string): number =>
  number.split('').reduce((sum, digit, at) => {
    const value = Number(digit) * ((number.length - at) % 2 === 0 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)

/**
 * Ethereum; Bitcoin; older Bitcoin and Tron, which mix capitals, small letters and digits. Not within a web address.
 */
const WALLET =
  /(?<![\w/=-])(?:0x[0-9A-Fa-f]{40}|bc1[02-9ac-hj-np-z]{25,59}|(?=\w{0,33}[A-Z])(?=\w{0,33}[a-z])(?:[13][1-9A-HJ-NP-Za-km-z]{25,33}|T[1-9A-HJ-NP-Za-km-z]{33}))(?!\w)/

/**
 * Returns whether a text contains the number of an account, a card or a wallet. `text` is folded, with digits;
 * `original` is as typed.
 */
export const hasAccountNumber = (text: string, original: string): boolean =>
  (text.match(IBAN) ?? []).some(isIban) ||
  (text.match(CARD) ?? []).some(isCard) ||
  WALLET.test(original)
