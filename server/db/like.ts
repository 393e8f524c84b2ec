/**
 * The ILIKE pattern for "contains what was typed": wildcards in it stand for themselves. Null when nothing
 * was typed. NUL is dropped: PostgreSQL cannot be asked for it.
 */
export function containsPattern(typed: string | undefined): string | null {
  const wanted = typed?.replaceAll('\0', '').trim() ?? ''
  return wanted === '' ? null : `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
}
