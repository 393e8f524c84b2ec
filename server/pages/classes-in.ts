/** Every class in the markup, as React or the build writes it. */
export function classesIn(html: string): Set<string> {
  const classes = new Set<string>()
  // Most attributes are repeated many times.
  const seen = new Set<string>()
  for (const [, names = ''] of html.matchAll(/\bclass="([^"]*)"/g)) {
    if (seen.has(names)) continue
    seen.add(names)
    for (const name of names.split(/\s+/)) classes.add(name)
  }
  return classes
}
