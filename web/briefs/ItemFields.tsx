import { Plus, Trash2 } from 'lucide-react'
import { BRIEF_LIMITS, ITEM_KINDS, type ItemKind } from '#contract/briefs.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import type { ItemDraft } from './brief-draft.ts'
import { type BriefSection, freshId } from './brief-form.ts'
import { briefFormWords } from './brief-form-words.ts'
import { ItemPicture } from './ItemPicture.tsx'
import styles from './BriefForm.module.css'

const words = briefFormWords.item

const EMPTY: Omit<ItemDraft, 'id'> = {
  what: 'video',
  label: '',
  count: '1',
  ratio: '9:16',
  seconds_min: '',
  seconds_max: '',
  min_width: '1080',
  sound: true,
  captions: false,
  raw: false,
}

/** The pieces the brand receives: one row each, at least one. */
export function ItemFields({ brief, set, problems, locked }: BriefSection) {
  const { items } = brief
  const change = (at: number, item: ItemDraft) => set('items', items.with(at, item))
  return (
    <div className={styles.items}>
      {items.map((item, at) => (
        <fieldset key={item.id} className={styles.item} disabled={locked}>
          <legend className="sr">{words.legend(at + 1)}</legend>
          <Item
            item={item}
            onChange={(next) => change(at, next)}
            error={problems[`items.${item.id}`]}
          />
          {items.length > 1 && !locked ? (
            <Button
              iconOnly
              variant="quiet"
              className={styles.remove}
              aria-label={words.remove(at + 1)}
              onClick={() => set('items', items.toSpliced(at, 1))}
            >
              <Trash2 size={16} aria-hidden="true" />
            </Button>
          ) : null}
        </fieldset>
      ))}
      {problems['items'] ? <FieldError>{problems['items']}</FieldError> : null}
      {items.length < BRIEF_LIMITS.items && !locked ? (
        <div>
          <Button
            size="sm"
            onClick={() => set('items', [...items, { ...EMPTY, id: freshId(items, 'piece') }])}
          >
            <Plus size={16} aria-hidden="true" />
            {words.add}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

interface ItemProps {
  item: ItemDraft
  onChange: (item: ItemDraft) => void
  error: string | undefined
}

function Item({ item, onChange, error }: ItemProps) {
  const put = (change: Partial<ItemDraft>) => onChange({ ...item, ...change })
  const isText = item.what === 'text'
  return (
    <>
      <div className={styles.itemHead}>
        <Field label={words.count} error={error}>
          <TextInput
            inputMode="numeric"
            maxLength={2}
            value={item.count}
            onChange={(event) => put({ count: event.target.value })}
          />
        </Field>
        <Field label={words.what}>
          <Select
            value={item.what}
            onChange={(event) => put({ what: event.target.value as ItemKind })}
          >
            {ITEM_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {words.kinds[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={words.label} className={styles.name}>
          <TextInput
            maxLength={BRIEF_LIMITS.label}
            value={item.label}
            placeholder={words.kinds[item.what]}
            onChange={(event) => put({ label: event.target.value })}
          />
        </Field>
      </div>
      {isText ? null : <ItemPicture item={item} put={put} />}
    </>
  )
}
