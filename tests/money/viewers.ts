import type { Viewer } from '#server/http/viewer.ts'

/** A signed-in person, as the services below the routes see them. */
export const viewerOf = (id: string, role: 'seller' | 'creator'): Viewer => ({
  id,
  role,
  email: 'somebody@example.com',
  name: 'Somebody',
  sessionId: id,
  aal: 'aal1',
})
