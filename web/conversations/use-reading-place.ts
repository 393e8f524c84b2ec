import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Closer to the foot than this, the reader follows the talk; further up they are reading, in px. */
const AT_FOOT_PX = 48

/**
 * Keeps what somebody reads where it is while messages arrive below, and brings their own new message into view.
 * The log is a reversed column: its scroll position counts down from 0 at the foot, so what arrives there would push
 * everything up, while earlier pages at the top move nothing. Put the answered ref on the log.
 */
export function useReadingPlace(
  last: { key: string; own: boolean } | null,
): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null)
  const before = useRef<{ key: string | null; height: number }>({ key: null, height: 0 })
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const { key, height } = before.current
    if (last && key !== null && last.key !== key) {
      if (last.own) element.scrollTo({ top: 0 })
      else if (element.scrollTop < -AT_FOOT_PX)
        element.scrollBy({ top: height - element.scrollHeight })
    }
    before.current = { key: last?.key ?? null, height: element.scrollHeight }
  })
  return log
}
