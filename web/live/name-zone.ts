import { ZONE_COOKIE } from '#contract/personal-pages.ts'

const SECONDS = 365 * 86_400

/**
 * Names this browser's time zone to the server, which writes pages for their reader in it from the next one on (decision
 * 0115).
 */
export function nameZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  document.cookie = `${ZONE_COOKIE}=${timeZone}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`
}
