/**
 * Whether the screen of this history entry was left with state: then it is not the one that was prerendered (Sign Up instead
 * of Sign In). Signing out leads to the sign-in page with a state that names nothing.
 */
export function hasScreenState(): boolean {
  const { usr } = (window.history.state ?? {}) as { usr?: unknown }
  return Object.values(usr ?? {}).some((value) => value !== undefined)
}
