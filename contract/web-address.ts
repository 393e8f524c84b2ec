/**
 * A host, optionally a port, then the end or a character that may follow a host. There is only one way to match, so the
 * time is linear.
 */
const HOST_FIRST = /^([^\s/:@?#\\]+)(?::\d+)?(?=[/?#]|$)/

/**
 * Returns an address as a person typed it, trimmed and with its scheme: "sam.example" becomes "https://sam.example".
 * Text that does not begin with a host stays unchanged, for the link rules to check.
 */
export function withScheme(typed: string): string {
  const text = typed.trim()
  const host = HOST_FIRST.exec(text)?.[1] ?? ''
  // With a dot inside.
  return host.slice(1, -1).includes('.') ? `https://${text}` : text
}
