/** The preload attributes that a Link header may carry, in the order they are written. */
const ATTRIBUTES = ['as', 'type', 'crossorigin', 'fetchpriority'] as const

/**
 * Returns a built page's preloads (`<link rel="preload">`) as the value of a Link header; undefined when there are
 * none. Fonts and the first picture are then requested before the page is parsed; the first paint waits for them on a
 * slow phone. Call it with built pages only.
 */
export function preloadLinks(html: string): string | undefined {
  const links = [...html.matchAll(/<link\s([^>]*)>/g)].flatMap(([, text = '']) => {
    const attributes = attributesOf(text)
    const href = attributes.get('href')
    if (attributes.get('rel') !== 'preload' || !href?.startsWith('/')) return []
    const rest = ATTRIBUTES.flatMap((name) => {
      const value = attributes.get(name)
      if (value === undefined) return []
      return value === '' ? [name] : [`${name}="${value}"`]
    })
    return [[`<${href}>`, 'rel=preload', ...rest].join('; ')]
  })
  return links.length === 0 ? undefined : links.join(', ')
}

function attributesOf(text: string): Map<string, string> {
  const found = text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)
  return new Map([...found].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}
