const CLASSES = /\bclass="([^"]*)"/g

/** Every class in the markup, as React or the build writes it. */
export function classesIn(html: string): Set<string> {
  const classes = new Set<string>()
  for (const [, names = ''] of html.matchAll(CLASSES))
    for (const name of names.split(/\s+/)) classes.add(name)
  return classes
}

/** Whether the markup has one of these classes; a repeated attribute is checked once. */
export function hasAnyClass(html: string, wanted: ReadonlySet<string>): boolean {
  if (wanted.size === 0) return false
  const seen = new Set<string>()
  for (const [, names = ''] of html.matchAll(CLASSES)) {
    if (seen.has(names)) continue
    seen.add(names)
    if (names.split(/\s+/).some((name) => wanted.has(name))) return true
  }
  return false
}
