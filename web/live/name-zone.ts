import { ZONE_COOKIE } from '#contract/personal-pages.ts'

const SECONDS = 365 * 86_400

/** The API that names the zone without creating a date format; TypeScript does not know it in browsers. */
interface Clocks {
  Temporal?: { Now: { timeZoneId: () => string } }
}

/**
 * Tells the server this browser's time zone. From the next page on, the server writes pages for their reader in it
 * (decision 0115).
 */
export function nameZone(): void {
  const { Temporal } = globalThis as Clocks
  // The first date format of a page costs a slow phone 94 ms.
  const timeZone = Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  document.cookie = `${ZONE_COOKIE}=${timeZone}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`
}
