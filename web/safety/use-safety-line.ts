import { useEffect, useEffectEvent, useState } from 'react'
import type * as Rules from './safety-rules.ts'

/** Loaded after the conversation is shown: nothing in it depends on the rules. */
let rules: typeof Rules | null = null
const load = async () => void (rules ??= await import('./safety-rules.ts'))
/**
 * How long a message waits for rules that are still loading, in ms. Then it is sent without them: a lost connection
 * must not hold a message back, and the server warns its reader anyway.
 */
const WAIT_MS = 2_000

/**
 * Sends a text, after its sender has read a line about it if there is one. `line` is the line to show; a different text
 * removes it.
 */
export function useSafetyLine(text: string, writing: Rules.Writing, send: () => void) {
  const [asked, setAsked] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)
  const lineOf = () => rules?.safetyLine(text, writing) ?? null

  function submit() {
    if (rules === null) setWaits(true)
    else if (lineOf() === null) send()
    else setAsked(text)
  }
  /** Uses the state of the page at that time: the text may have been changed meanwhile. */
  const submitNow = useEffectEvent(() => {
    setWaits(false)
    if (lineOf() === null) send()
    else setAsked(text)
  })
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    load().then(
      () => {
        if (!isOver) stop = rules?.compileRules()
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
  useEffect(() => {
    if (!waits) return
    let isOver = false
    const end = () => {
      if (!isOver) submitNow()
      isOver = true
    }
    const timer = setTimeout(end, WAIT_MS)
    load().then(end, end)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [waits])

  return { line: asked === text ? lineOf() : null, submit, close: () => setAsked(null) }
}
