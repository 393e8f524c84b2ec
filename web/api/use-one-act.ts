import { useState } from 'react'
import { messageOf } from './errors.ts'
import { toast } from '#web/ui/toast.ts'
import { onSettled } from './on-settled.ts'

/** The toasts of an action that succeeded, and of one that failed. */
interface ActWords<Act extends string> {
  done: Record<Act, string>
  failed: Record<Act, string>
}

/** Runs one of several actions at a time, each with its toast: a second click waits for the response to the first. */
export function useOneAct<Act extends string>(
  run: (act: Act) => Promise<unknown>,
  words: ActWords<Act>,
  onAnswered: () => void,
) {
  const [acting, setActing] = useState<Act | null>(null)
  function act(given: Act) {
    if (acting) return
    setActing(given)
    onSettled(run(given), {
      onSuccess: () => toast.success(words.done[given]),
      onError: (error) => toast.error(words.failed[given], messageOf(error)),
      onSettled: () => {
        setActing(null)
        onAnswered()
      },
    })
  }
  return { act, acting }
}
