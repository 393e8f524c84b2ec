/** The method and the path template of "METHOD /path/:param". */
export function partsOf(route: string): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ')
  return { method, path }
}

/**
 * Returns a path template with its `:params` filled in and encoded. Throws Error, naming the call, when one is missing.
 */
export const filledPath = (
  key: string,
  path: string,
  params: Readonly<Record<string, string>> = {},
): string =>
  path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${key} needs ${name}`)
    return encodeURIComponent(value)
  })
