import { PROJECT_LIMITS } from '#contract/projects.ts'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './ProjectForm.module.css'
import { categoryChoices } from './project-words.ts'
import type { ProjectFormFields } from './use-project-form.ts'

interface Props extends Pick<ProjectFormFields, 'form' | 'sentences'> {
  locked: boolean
}

/** The project's title and category. */
export function TitleFields({ form, sentences, locked }: Props) {
  return (
    <>
      <Field label="Title" required disabled={locked} error={sentences.title}>
        <TextInput maxLength={PROJECT_LIMITS.title} {...form.register('title')} />
      </Field>
      <Field label="Category" required disabled={locked} error={sentences.category}>
        <Select {...form.register('category')}>
          <option value="" disabled>
            Choose a category
          </option>
          {categoryChoices.map(({ value, word }) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

/** The facts about the product. */
export function DetailsField({ form, sentences, locked }: Props) {
  return (
    <Field
      label={
        <>
          Product details <span className={styles.optional}>(optional)</span>
        </>
      }
      error={sentences.product_details}
      hint={locked ? 'Add to it; what stands here stays.' : undefined}
    >
      <TextArea
        className={styles.details}
        maxLength={PROJECT_LIMITS.product_details}
        {...form.register('product_details')}
      />
    </Field>
  )
}

/** The work to be made: title, category, description, and the facts about the product. */
export function ProjectWords(props: Props) {
  const { form, sentences, locked } = props
  return (
    <div className={styles.part}>
      <TitleFields {...props} />
      <Field
        label="Description"
        required
        disabled={locked}
        error={sentences.description}
        hint="What to make, how many pieces, and anything that must be in frame."
      >
        <TextArea
          className={styles.description}
          maxLength={PROJECT_LIMITS.description}
          {...form.register('description')}
        />
      </Field>
      <DetailsField {...props} />
    </div>
  )
}
