import { useState } from 'react'
import type { UnsavedGuard } from '#web/forms/use-draft.tsx'

/**
 * Returns the id to send a draft with: the same one until it is sent, also after a reload (decision 0118). `ended` are
 * the offers or changes that no longer wait when the form opens. If the draft's own is among them, an earlier attempt
 * arrived and was answered, and what is sent now is another one.
 */
export function useSentId(
  { idToSend, forgetId }: Pick<UnsavedGuard, 'idToSend' | 'forgetId'>,
  ended: readonly { id: string }[],
): () => string {
  const [before] = useState(() => ended.map(({ id }) => id))
  return () => {
    if (before.includes(idToSend())) forgetId()
    return idToSend()
  }
}
