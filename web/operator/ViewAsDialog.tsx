import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { OperatorPerson } from '#contract/operator-record-schemas.ts'
import type { Answer } from '#contract/schemas.ts'
import { VIEW_AS_REASONS, type ViewAsReason, viewAsReasonWords } from '#contract/view-as.ts'
import { viewAsWords as words } from '#contract/view-as-words.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { ActDialog, reasonProblem } from './ActDialog.tsx'
import { consolePaths } from './console-links.ts'
import { useAct } from './use-console.ts'

/** Asks for the reason to view someone's account, and for the category that the person reads; then opens the view. */
export function ViewAsDialog(props: { person: OperatorPerson; onClose: () => void }) {
  const { person, onClose } = props
  const navigate = useNavigate()
  const begin = useAct('operator.begin_view')
  const begun = useRef<Answer<'operator.begin_view'>>(null)
  const saved: { reason: string; reason_kind: ViewAsReason } = {
    reason: '',
    reason_kind: 'asked_for_help',
  }
  const kept = useKeptForm({
    draft: `view-${person.id}`,
    saved,
    read(typed): Reading<typeof saved, typeof saved> {
      const errors = reasonProblem(typed.reason)
      return errors.reason ? { input: null, errors } : { input: typed, errors: null }
    },
  })
  return (
    <ActDialog
      kept={kept}
      title={words.ask(person.name)}
      confirm={words.begin}
      done={words.begun}
      act={async (body) => {
        begun.current = await begin.mutateAsync({ params: { id: person.id }, body })
      }}
      onClose={() => {
        onClose()
        // Only after the form is done: until then, unsaved input blocks the navigation.
        if (begun.current !== null)
          void navigate(consolePaths.view(person.id), { state: begun.current })
      }}
    >
      <p className="muted">{words.told}</p>
      <Field label={words.kind} error={kept.sentences.reason_kind}>
        <Select {...kept.form.register('reason_kind')}>
          {VIEW_AS_REASONS.map((one) => (
            <option key={one} value={one}>
              {viewAsReasonWords[one]}
            </option>
          ))}
        </Select>
      </Field>
    </ActDialog>
  )
}
