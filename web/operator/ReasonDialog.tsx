import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { ActDialog, type ActWords, reasonProblem } from './ActDialog.tsx'

const EMPTY = { reason: '' }

interface Props extends ActWords {
  /** The name of the act and its target, under which the reason is kept as a draft. */
  draft: string
  act: (reason: string) => Promise<unknown>
}

/** Asks only for the reason of an act. */
export function ReasonDialog({ draft, act, ...words }: Props) {
  const kept = useKeptForm({
    draft,
    saved: EMPTY,
    read({ reason }): Reading<typeof EMPTY, string> {
      const errors = reasonProblem(reason)
      return errors.reason ? { input: null, errors } : { input: reason, errors: null }
    },
  })
  return <ActDialog {...words} kept={kept} act={act} />
}
