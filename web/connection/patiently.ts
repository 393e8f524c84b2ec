import { checkReach, whenReached } from './reach.ts'

/** While the connection works, a failed load is retried after these pauses, in ms. */
const AGAIN_MS = [500, 2_000, 4_000]

/**
 * Loads a part of the app, however long the connection is lost. Throws the import's error when the server responds and
 * the part still does not load: a new version has replaced it.
 */
export async function patiently<Part>(load: () => Promise<Part>, waits = AGAIN_MS): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!(await checkReach(addressIn(error)))) {
      await whenReached()
      return patiently(load, waits)
    }
    const [wait, ...others] = waits
    if (wait === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    return patiently(load, others)
  }
}

/** The address of the module that failed, if the browser names it: it is probed instead of the server. */
function addressIn(error: unknown): string | undefined {
  const address = /https?:\/\/\S+/.exec(error instanceof Error ? error.message : '')?.[0]
  return address?.startsWith(`${window.location.origin}/`) ? address : undefined
}
