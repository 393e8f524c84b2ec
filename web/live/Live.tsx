import { useEffect } from 'react'
import { accessToken } from '#web/api/auth-client.ts'
import { nameZone } from './name-zone.ts'
import { useRealtime } from './use-realtime.ts'

/** Keeps the screen live for the signed-in person. Renders nothing; loaded once the page is idle. */
export function Live({ userId }: { userId: string }) {
  useRealtime(userId, accessToken)
  useEffect(nameZone, [])
  return null
}
