/** The calls of invitations. By themselves: every page knows every call, and few the rules (invitations.ts). */
export const invitationRoutes = {
  'invitations.mine': 'GET /api/invitations/mine',
  'invitations.send': 'POST /api/invitations',
  'invitations.accept': 'POST /api/invitations/:id/accept',
  'invitations.decline': 'POST /api/invitations/:id/decline',
} as const
