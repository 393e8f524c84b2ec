import { PACKAGE_LIMITS as limits } from '#contract/packages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { type AddOnDraft, newAddOn } from './package-draft.ts'
import styles from './Packages.module.css'

interface Props {
  addOns: readonly AddOnDraft[]
  /** By path: "add_ons.0.label". */
  errors: Readonly<Record<string, string>>
  onChange: (addOns: AddOnDraft[]) => void
}

/** The add-ons a brand can buy; days may be negative for a faster delivery. */
export function AddOnFields({ addOns, errors, onChange }: Props) {
  const change = (id: string, changes: Partial<AddOnDraft>) =>
    onChange(addOns.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  return (
    <fieldset className={styles.group}>
      <legend>Add-ons</legend>
      {errors.add_ons ? <FieldError>{errors.add_ons}</FieldError> : null}
      {addOns.map((one, at) => (
        <div key={one.id} className={styles.entry} role="group" aria-label={`Add-on ${at + 1}`}>
          <Field label="What" error={errors[`add_ons.${at}.label`]}>
            <TextInput
              maxLength={limits.addOnLabel}
              placeholder="e.g., Raw footage"
              value={one.label}
              onChange={(event) => change(one.id, { label: event.target.value })}
            />
          </Field>
          <div className={styles.line}>
            <Field label="Price (USD)" error={errors[`add_ons.${at}.price`]}>
              <PriceInput
                value={one.price}
                onChange={(event) => change(one.id, { price: event.target.value })}
              />
            </Field>
            <Field
              label="More days"
              hint="-2 is two days faster."
              error={errors[`add_ons.${at}.days`]}
            >
              <TextInput
                value={one.days}
                onChange={(event) => change(one.id, { days: event.target.value })}
              />
            </Field>
          </div>
          <div>
            <Button
              variant="quiet"
              size="sm"
              onClick={() => onChange(addOns.filter(({ id }) => id !== one.id))}
            >
              Remove<span className="sr"> add-on {at + 1}</span>
            </Button>
          </div>
        </div>
      ))}
      {addOns.length < limits.addOns ? (
        <div>
          <Button size="sm" onClick={() => onChange([...addOns, newAddOn()])}>
            Add an add-on
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
