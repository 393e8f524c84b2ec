/** A host with a dot in it, perhaps a port, then the end or what follows a host. */
const HOST_FIRST = /^[^\s/:@?#\\]+\.[^\s/:@?#\\]+(:\d+)?([/?#]|$)/

/**
 * An address as a person typed it, trimmed and with its scheme: "sam.example" becomes "https://sam.example". What does
 * not begin with a host is left as it is, for the rules of links to judge.
 */
export function withScheme(typed: string): string {
  const text = typed.trim()
  return HOST_FIRST.test(text) ? `https://${text}` : text
}
