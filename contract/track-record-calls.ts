/**
 * The call of track records. In a separate file, because every page knows every call and only some know the figures
 * (track-record.ts).
 */
export const trackRecordRoutes = {
  'track_records.rows': 'GET /api/profiles/me/record',
} as const
