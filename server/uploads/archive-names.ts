/** Characters of a name in an archive, without what makes it unique. */
const NAME_CHARACTERS = 80

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu

/** A name of someone's own that is a single path segment on every system; its extension stays. */
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
 * Gives each name once within its archive: "reel.mp4", "reel (2).mp4". Case does not tell names apart, as it does not on
 * most disks.
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
