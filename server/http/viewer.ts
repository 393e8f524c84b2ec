import type { Role } from '#contract/profiles.ts'

/** The signed-in person a request speaks for, read from our own tables, never from the token's metadata. */
export interface Viewer {
  id: string
  role: Role
  email: string
  name: string
  sessionId: string
}

/** Who may call a route at all; what they may touch is decided by the domain's policy on the row. */
export type Access = 'anyone' | 'signed_in' | 'sellers' | 'creators'
