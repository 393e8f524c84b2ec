import { ZONE_COOKIE } from '#contract/personal-pages.ts'

const SECONDS = 365 * 86_400

/** What names the zone without a format of dates; TypeScript does not know it in browsers. */
interface Clocks {
  Temporal?: { Now: { timeZoneId: () => string } }
}

/**
 * Names this browser's time zone to the server, which writes pages for their reader in it from the next one on (decision
 * 0115).
 */
export function nameZone(): void {
  const { Temporal } = globalThis as Clocks
  // The first format of a page costs a slow phone 94 ms.
  const timeZone = Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  document.cookie = `${ZONE_COOKIE}=${timeZone}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`
}
