/**
 * Returns whether the screen of this history entry was left with state: then it is not the prerendered one (Sign Up
 * instead of Sign In). Signing out leads to the sign-in page with a state whose values are all undefined.
 */
export function hasScreenState(): boolean {
  const { usr } = (window.history.state ?? {}) as { usr?: unknown }
  return Object.values(usr ?? {}).some((value) => value !== undefined)
}
