import { useState } from 'react'
import type { Amendment } from '#contract/amendment-schemas.ts'
import { amendmentWords as say } from '#contract/amendment-words.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { toast } from '#web/ui/toast.ts'
import { type AmendmentAct, useAnswerAmendment } from './use-amendments.ts'

/** One act at a time, each with its toast. */
export function useActs({ id }: Pick<Amendment, 'id'>, onAnswered: () => void) {
  const mutation = useAnswerAmendment()
  const [acting, setActing] = useState<AmendmentAct | null>(null)
  function act(given: AmendmentAct) {
    if (acting) return
    setActing(given)
    onSettled(mutation.mutateAsync({ id, act: given }), {
      onSuccess: () => toast.success(say.done[given]),
      onError: (error) => toast.error(say.failed[given], messageOf(error)),
      onSettled: () => {
        setActing(null)
        onAnswered()
      },
    })
  }
  return { act, acting }
}
