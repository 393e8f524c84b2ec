import type { UseFormReturn } from 'react-hook-form'
import { ORDER_LIMITS as limits } from '#contract/package-orders.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from '#web/orders/Order.module.css'
import { orderWords } from '#web/orders/order-words.ts'

/** What the brand types; links one per line. */
export interface Told {
  words: string
  links: string
  question: string
}

interface Props {
  creator: ShownProfile
  form: UseFormReturn<Told>
}

/** What the creator needs to know to accept. */
export function TellStep({ creator, form }: Props) {
  const { errors } = form.formState
  return (
    <section className={styles.part}>
      <p className="muted">{creator.name} reads this before accepting.</p>
      <Field
        label={orderWords.words}
        hint={orderWords.wordsHint}
        error={errors.words?.message}
        required
      >
        <TextArea rows={6} maxLength={limits.words} {...form.register('words')} />
      </Field>
      <Field label={orderWords.links} hint={orderWords.linksHint} error={errors.links?.message}>
        <TextArea rows={3} {...form.register('links')} />
      </Field>
      <Field label={orderWords.question} error={errors.question?.message}>
        <TextInput maxLength={limits.question} {...form.register('question')} />
      </Field>
    </section>
  )
}
