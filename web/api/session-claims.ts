import type { Session } from '@supabase/auth-js'

/** The parts of a session's access token that the screens need. Every server verifies the token itself. */
export interface SessionClaims {
  /** `aal2` once an authenticator code has been given. */
  level: 'aal1' | 'aal2'
  /** How this session was proven, newest first: "password", "recovery", "oauth", … */
  methods: readonly string[]
}

/** Parses an access token without verifying it; an unreadable one yields nothing. */
export function claimsOf(accessToken: string): SessionClaims {
  try {
    const part = accessToken.split('.')[1] ?? ''
    // A name in the token would need its bytes decoded: only plain values are read, because this runs before a page's
    // first render.
    const json = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const claims: { aal?: unknown; amr?: unknown } = JSON.parse(json)
    return { level: claims.aal === 'aal2' ? 'aal2' : 'aal1', methods: methodsOf(claims.amr) }
  } catch {
    return { level: 'aal1', methods: [] }
  }
}

function methodsOf(amr: unknown): string[] {
  if (!Array.isArray(amr)) return []
  return amr.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'method' in entry ? String(entry.method) : '',
  )
}

/** Whether this session still needs the authenticator code before it gives access to anything. */
export function needsCode(session: Pick<Session, 'access_token' | 'user'>): boolean {
  const hasApp = session.user.factors?.some((factor) => factor.status === 'verified') ?? false
  return hasApp && claimsOf(session.access_token).level !== 'aal2'
}

/** Whether this session came from a recovery mail: its holder may choose a new password. */
export function isRecovery(session: Pick<Session, 'access_token'>): boolean {
  return claimsOf(session.access_token).methods.includes('recovery')
}
