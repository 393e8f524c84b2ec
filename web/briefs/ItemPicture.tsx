import { ratioWords } from '#contract/brief-item-words.ts'
import { RATIOS, type Ratio } from '#contract/briefs.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import type { ItemDraft } from './brief-draft.ts'
import { briefFormWords } from './brief-form-words.ts'
import styles from './BriefForm.module.css'

const words = briefFormWords.item
/** The widths on offer, in px: 720p, full HD upright, full HD, 4K. */
const WIDTHS = [720, 1_080, 1_920, 3_840] as const

/** Shape, length and size; sound and captions for videos. */
export function ItemPicture({
  item,
  put,
}: {
  item: ItemDraft
  put: (change: Partial<ItemDraft>) => void
}) {
  const isVideo = item.what === 'video'
  const widths = [...new Set([...WIDTHS.map(String), item.min_width])].filter((one) => one !== '')
  return (
    <>
      <div className={styles.itemRow}>
        <Field label={words.ratio}>
          <Select
            value={item.ratio}
            onChange={(event) => put({ ratio: event.target.value as Ratio })}
          >
            {RATIOS.map((ratio) => (
              <option key={ratio} value={ratio}>
                {ratioWords[ratio]}
              </option>
            ))}
          </Select>
        </Field>
        {isVideo ? (
          <>
            <Field label={words.secondsMin}>
              <TextInput
                inputMode="numeric"
                maxLength={4}
                value={item.seconds_min}
                onChange={(event) => put({ seconds_min: event.target.value })}
              />
            </Field>
            <Field label={words.secondsMax}>
              <TextInput
                inputMode="numeric"
                maxLength={4}
                value={item.seconds_max}
                onChange={(event) => put({ seconds_max: event.target.value })}
              />
            </Field>
          </>
        ) : null}
        <Field label={words.width}>
          <Select
            value={item.min_width}
            onChange={(event) => put({ min_width: event.target.value })}
          >
            <option value="">{words.anyWidth}</option>
            {widths.map((width) => (
              <option key={width} value={width}>
                {words.px(Number(width))}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className={styles.flags}>
        {isVideo ? (
          <>
            <Checkbox
              label={words.sound}
              checked={item.sound}
              onChange={(event) => put({ sound: event.target.checked })}
            />
            <Checkbox
              label={words.captions}
              checked={item.captions}
              onChange={(event) => put({ captions: event.target.checked })}
            />
          </>
        ) : null}
        <Checkbox
          label={words.raw}
          checked={item.raw}
          onChange={(event) => put({ raw: event.target.checked })}
        />
      </div>
    </>
  )
}
