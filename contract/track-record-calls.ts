/** The call of track records. By itself: every page knows every call, and only some the figures (track-record.ts). */
export const trackRecordRoutes = {
  'track_records.rows': 'GET /api/profiles/me/record',
} as const
