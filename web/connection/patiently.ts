import { checkReach, whenReached } from './reach.ts'

/** With the connection there, what did not come is asked for again after so many ms each. */
const AGAIN_MS = [500, 2_000, 4_000]

/**
 * Loads a part of the app, however long the connection is gone. Throws the import's error where the server answers
 * and the part still does not come: a new version has replaced it.
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

/** The address of the module that did not come, where the browser names it: it is probed in place of the server. */
function addressIn(error: unknown): string | undefined {
  const address = /https?:\/\/\S+/.exec(error instanceof Error ? error.message : '')?.[0]
  return address?.startsWith(`${window.location.origin}/`) ? address : undefined
}
