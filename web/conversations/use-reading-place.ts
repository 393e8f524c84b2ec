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
  /** Something else stands at the foot for a while. */
  foot: boolean,
): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null)
  const before = useRef<{ key: string | null; height: number; foot: boolean }>({
    key: null,
    height: 0,
    foot,
  })
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const { key, height } = before.current
    const isNew = last !== null && key !== null && last.key !== key
    if (isNew || foot !== before.current.foot) {
      if (isNew && last.own) element.scrollTo({ top: 0 })
      else if (element.scrollTop < -AT_FOOT_PX)
        element.scrollBy({ top: height - element.scrollHeight })
    }
    before.current = { key: last?.key ?? null, height: element.scrollHeight, foot }
  })
  return log
}
