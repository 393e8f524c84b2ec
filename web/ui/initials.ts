/** Up to two capitals for a name: "Maya Okafor" → "MO", "Tidewell" → "T", nothing → "?". */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').split(/[\s&]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const first = words[0]
  if (!first) return '?'
  const last = words.length > 1 ? words.at(-1) : undefined
  return (firstLetter(first) + (last ? firstLetter(last) : '')).toUpperCase()
}

function firstLetter(word: string): string {
  const letter = word.codePointAt(0)
  return letter === undefined ? '' : String.fromCodePoint(letter)
}
