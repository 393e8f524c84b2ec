import type { Role } from '#contract/profiles.ts'

/** The signed-in person a request speaks for, read from our own tables, never from the token's metadata. */
export interface Viewer {
  id: string
  role: Role
  email: string
  name: string
  sessionId: string
  /** `aal2`: this session has passed a second factor. */
  aal: 'aal1' | 'aal2'
}

/** Whether a person is an operator; `unproven` is one whose session lacks a second factor. */
export type OperatorStanding = 'none' | 'unproven' | 'operator'

/** Who may call a route at all. The domain's policy on the row decides what they may touch. */
export type Access = 'anyone' | 'signed_in' | 'sellers' | 'creators' | 'operators'
