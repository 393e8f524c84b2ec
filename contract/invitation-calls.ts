/**
 * The calls of invitations.
 * In a separate file, because every page loads the calls and few load the rules (invitations.ts).
 */
export const invitationRoutes = {
  'invitations.mine': 'GET /api/invitations/mine',
  'invitations.send': 'POST /api/invitations',
  'invitations.send_many': 'POST /api/invitations/many',
  'invitations.accept': 'POST /api/invitations/:id/accept',
  'invitations.decline': 'POST /api/invitations/:id/decline',
} as const
