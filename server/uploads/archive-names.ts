/** The most characters of a name in an archive, not counting what makes it unique. */
const NAME_CHARACTERS = 80

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu

/** Turns a person's own file name into a single path segment that is valid on every system; its extension stays. */
export function entryName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}. _()-]/gu, '_')
    .replace(/^[. ]+/, '_')
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '_$&')
  const extension = /\.[a-z0-9]{1,5}$/i.exec(plain)?.[0] ?? ''
  const stem = Array.from(plain.slice(0, plain.length - extension.length))
  return `${stem.slice(0, NAME_CHARACTERS - extension.length).join('')}${extension}` || 'file'
}

/**
 * Makes each name unique within its archive: "reel.mp4", "reel (2).mp4". Names that differ only in case count as equal,
 * as they do on most disks.
 */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const safe = entryName(name)
    const dot = safe.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let given = safe
    for (let n = 2; taken.has(keyOf(given)); n += 1) given = `${stem} (${n})${extension}`
    taken.add(keyOf(given))
    return given
  }
}

const keyOf = (name: string): string => name.toLowerCase()
