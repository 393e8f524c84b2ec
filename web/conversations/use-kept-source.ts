import { useState } from 'react'

/**
 * The address a picture is shown from. Signed links are renewed every few minutes; a newer one to the same picture must
 * not load it again, so the first one that works is kept. `onExpired` requests new ones when even the newest has
 * expired.
 */
export function useKeptSource(
  newest: string | null | undefined,
  onExpired: () => void,
): { source: string | null; onError: () => void } {
  const [source, setSource] = useState(newest ?? null)
  if (source === null && newest != null) setSource(newest)
  return {
    source,
    onError() {
      if (newest != null && source !== newest) setSource(newest)
      else onExpired()
    },
  }
}
