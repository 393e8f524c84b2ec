import { BRIEF_LIMITS, ITEM_KINDS, type ItemKind, type Ratio, RATIOS } from '#contract/briefs.ts'
import { itemKindWords, ratioWords } from '#contract/brief-item-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { type ItemDraft, newItem } from './package-draft.ts'
import styles from './Packages.module.css'

interface Props {
  items: readonly ItemDraft[]
  /** By path: "items.0.count". */
  errors: Readonly<Record<string, string>>
  onChange: (items: ItemDraft[]) => void
}

/** The items to deliver: each line is a kind of piece and its number. */
export function ItemFields({ items, errors, onChange }: Props) {
  const change = (id: string, changes: Partial<ItemDraft>) =>
    onChange(items.map((item) => (item.id === id ? { ...item, ...changes } : item)))
  return (
    <fieldset className={styles.group}>
      <legend>What you deliver</legend>
      {errors.items ? <FieldError>{errors.items}</FieldError> : null}
      {items.map((item, at) => (
        <div key={item.id} className={styles.entry} role="group" aria-label={`Item ${at + 1}`}>
          <div className={styles.line}>
            <Field label="How many" error={errors[`items.${at}.count`]}>
              <TextInput
                inputMode="numeric"
                value={item.count}
                onChange={(event) => change(item.id, { count: event.target.value })}
              />
            </Field>
            <Field label="Kind">
              <Select
                value={item.what}
                onChange={(event) => change(item.id, { what: event.target.value as ItemKind })}
              >
                {ITEM_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {itemKindWords[kind].many}
                  </option>
                ))}
              </Select>
            </Field>
            {item.what === 'text' ? null : (
              <Field label="Shape">
                <Select
                  value={item.ratio}
                  onChange={(event) => change(item.id, { ratio: event.target.value as Ratio })}
                >
                  {RATIOS.map((ratio) => (
                    <option key={ratio} value={ratio}>
                      {ratioWords[ratio]}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
            {item.what === 'video' ? (
              <Field label="Up to seconds" error={errors[`items.${at}.seconds_max`]}>
                <TextInput
                  inputMode="numeric"
                  value={item.seconds}
                  onChange={(event) => change(item.id, { seconds: event.target.value })}
                />
              </Field>
            ) : null}
          </div>
          <div className="row between">
            {item.what === 'video' ? (
              <Checkbox
                label="With captions"
                checked={item.captions}
                onChange={(event) => change(item.id, { captions: event.target.checked })}
              />
            ) : (
              <span />
            )}
            {items.length > 1 ? (
              <Button
                variant="quiet"
                size="sm"
                onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
              >
                Remove<span className="sr"> item {at + 1}</span>
              </Button>
            ) : null}
          </div>
        </div>
      ))}
      {items.length < BRIEF_LIMITS.items ? (
        <div>
          <Button size="sm" onClick={() => onChange([...items, newItem()])}>
            Add item
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
