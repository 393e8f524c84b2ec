import { originsOf } from './redirect-list.ts'

/** The addresses that an origin for private files is compared with. */
interface OwnAddresses {
  publicUrl: string
  /** Where a sign-in may return to (AUTH_REDIRECTS): our own pages. */
  redirects: readonly string[]
}

/**
 * Returns why PRIVATE_FILES_URL cannot be the origin of private files, or null. It needs a host of its own: requests
 * are told apart by their host, and browsers keep cookies per host, not per port.
 */
export function filesOriginProblem(given: string, own: OwnAddresses): string | null {
  const files = new URL(given)
  if (files.pathname !== '/' || files.search !== '' || files.hash !== '' || files.username !== '')
    return 'is an address without a path, such as https://files.example'
  if (files.hostname === new URL(own.publicUrl).hostname)
    return 'has the host of PUBLIC_URL; private files need one of their own'
  if (files.protocol !== new URL(own.publicUrl).protocol)
    return 'has to begin like PUBLIC_URL: browsers load no http file into an https page'
  if (originsOf(own.redirects).some((origin) => new URL(origin).hostname === files.hostname))
    return 'has a host of AUTH_REDIRECTS; private files need one without pages'
  return null
}
