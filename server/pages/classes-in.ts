/** Every class in markup, as React or the build writes it. */
export function classesIn(html: string): Set<string> {
  const classes = new Set<string>()
  for (const [, names = ''] of html.matchAll(/\bclass="([^"]*)"/g))
    for (const name of names.split(/\s+/)) classes.add(name)
  return classes
}
