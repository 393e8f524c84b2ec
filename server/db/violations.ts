/** Returns the name of the constraint that a statement violated. */
export function violatedConstraint(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  // Class 23: integrity constraint violation (unique, check, foreign key, not null).
  if (typeof code !== 'string' || !code.startsWith('23')) return null
  return typeof constraint === 'string' ? constraint : ''
}
