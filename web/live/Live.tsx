import { accessToken } from '#web/api/auth-client.ts'
import { useRealtime } from './use-realtime.ts'

/** Keeps what is on screen live for who is signed in. Shows nothing; loaded once the page stands. */
export function Live({ userId }: { userId: string }) {
  useRealtime(userId, accessToken)
  return null
}
