import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Within this distance of the bottom, the reader follows the conversation; further up they are reading, in px. */
const AT_FOOT_PX = 48

/**
 * Keeps the reading position while messages arrive below, and scrolls one's own new message into view. The log is a
 * reversed column: its scroll position counts down from 0 at the bottom, so new messages would push everything up,
 * while earlier pages at the top move nothing. Attach the returned ref to the log.
 */
export function useReadingPlace(
  last: { key: string; own: boolean } | null,
  /** Temporary content at the bottom. */
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
