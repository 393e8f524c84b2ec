/**
 * Stripe's v1 parameters: form pairs whose names carry the structure, `a[b][0][c]=x`. Everything stays text here; the
 * routes' schemas convert it.
 */

/** A parsed value: text, a list (`a[0]`, `a[]`), or a map (`a[b]`). */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

type Node = Map<string, Node | string>

/** Parses a form body or a query string. Names that repeat keep the last value, except `a[]`. */
export function parseForm(text: string): Record<string, FormValue> {
  const root: Node = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((part) => part[1] ?? part[0])
    place(root, path, value)
  }
  const out = settle(root)
  return typeof out === 'string' || Array.isArray(out) ? {} : out
}

function place(node: Node, path: string[], value: string): void {
  const [head, ...rest] = path
  if (head === undefined) return
  const key = head === '' ? String(node.size) : head
  if (rest.length === 0) {
    node.set(key, value)
    return
  }
  const existing = node.get(key)
  const child: Node = existing instanceof Map ? existing : new Map()
  node.set(key, child)
  place(child, rest, value)
}

function settle(node: Node | string): FormValue {
  if (typeof node === 'string') return node
  const keys = [...node.keys()]
  const values = [...node.values()].map(settle)
  // A map whose names are 0, 1, 2 … is a list; Stripe's SDK writes lists with their index.
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return values
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? '']))
}
