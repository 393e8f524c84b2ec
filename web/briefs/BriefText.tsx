import type { ReactNode } from 'react'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import type { BriefDraft } from './brief-draft.ts'
import type { BriefSection } from './brief-form.ts'
import { briefFormWords as words } from './brief-form-words.ts'
import styles from './BriefForm.module.css'

/** The fields of a brief that hold one text. */
type TextKey = {
  [Key in keyof BriefDraft]: BriefDraft[Key] extends string ? Key : never
}[keyof BriefDraft]

interface Props extends BriefSection {
  name: TextKey
  label: string
  hint?: string
  maxLength?: number
}

const Optional = () => <span className={styles.optional}>{words.optional}</span>

/** One line of a brief. */
export const BriefLine = (props: Props) => (
  <BriefField {...props}>
    <TextInput {...valueOf(props)} maxLength={props.maxLength} autoComplete="off" />
  </BriefField>
)

/** Several lines of a brief: each is an entry of a list. */
export const BriefLines = ({ rows = 3, ...props }: Props & { rows?: number }) => (
  <BriefField {...props}>
    <TextArea
      {...valueOf(props)}
      maxLength={props.maxLength}
      rows={rows}
      className={styles.lines}
    />
  </BriefField>
)

interface ChoiceProps extends Props {
  choices: readonly (readonly [string, string])[]
  /** The first option of a choice that may stay open; absent where a choice is always made. */
  none?: string
}

/** One of a few choices. */
export const BriefChoice = ({ choices, none, ...props }: ChoiceProps) => (
  <BriefField {...props} required={none === undefined}>
    <Select {...valueOf(props)}>
      {none === undefined ? null : <option value="">{none}</option>}
      {choices.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </Select>
  </BriefField>
)

function BriefField({
  name,
  label,
  hint,
  problems,
  locked,
  required = false,
  children,
}: Props & { required?: boolean; children: ReactNode }) {
  return (
    <Field
      label={
        required ? (
          label
        ) : (
          <>
            {label} <Optional />
          </>
        )
      }
      hint={hint}
      error={problems[name]}
      disabled={locked}
    >
      {children}
    </Field>
  )
}

const valueOf = ({ brief, set, name }: Props) => ({
  name: `brief.${name}`,
  value: brief[name],
  onChange: (event: { target: { value: string } }) => set(name, event.target.value),
})
