import { useWatch } from 'react-hook-form'
import type { OperatorOfMarket } from '#contract/operator-record-schemas.ts'
import { OPERATOR_ROLES, type OperatorRole, operatorRoleWords } from '#contract/operator-roles.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { ActDialog, reasonProblem } from './ActDialog.tsx'
import { roleMeanings, roleScreenWords as say } from './role-words.ts'
import { useAct } from './use-console.ts'

/** Asks an owner which role an operator gets, and why. */
export function RoleDialog(props: { operator: OperatorOfMarket; onClose: () => void }) {
  const { operator, onClose } = props
  const { id, name, role: now } = operator
  const act = useAct('operator.set_role')
  const saved: { reason: string; role: OperatorRole } = { reason: '', role: now }
  const kept = useKeptForm({
    draft: `role-${id}`,
    saved,
    read({ reason, role }): Reading<typeof saved, typeof saved> {
      const errors = reasonProblem(reason)
      return errors.reason ? { input: null, errors } : { input: { reason, role }, errors: null }
    },
  })
  const role = useWatch({ control: kept.form.control, name: 'role' })
  return (
    <ActDialog
      kept={kept}
      title={say.of(name)}
      confirm={say.save}
      done={say.done(name, operatorRoleWords[role])}
      act={(body) => act.mutateAsync({ params: { id }, body })}
      onClose={onClose}
    >
      <p className="muted">{say.counts}</p>
      <Field label={say.role} hint={roleMeanings[role]} error={kept.sentences.role}>
        <Select {...kept.form.register('role')}>
          {OPERATOR_ROLES.map((one) => (
            <option key={one} value={one}>
              {operatorRoleWords[one]}
            </option>
          ))}
        </Select>
      </Field>
    </ActDialog>
  )
}
