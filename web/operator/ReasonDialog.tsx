import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { ActDialog, type ActWords, reasonProblem } from './ActDialog.tsx'

const EMPTY = { reason: '' }

interface Props extends ActWords {
  /** Names the act and what it is done to, to keep the reason as a draft. */
  draft: string
  act: (reason: string) => Promise<unknown>
}

/** Asks for nothing but the reason of an act. */
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
