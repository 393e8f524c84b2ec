import { ORDER_LIMITS as limits } from '#contract/package-orders.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './Order.module.css'
import { orderWords } from './order-words.ts'

/** What the brand types; links one per line. */
export interface Told {
  words: string
  links: string
  question: string
}

interface Props {
  creator: ShownProfile
  told: Told
  errors: Readonly<Record<string, string>>
  onTell: (told: Told) => void
}

/** What the creator needs to know to accept. */
export function TellStep({ creator, told, errors, onTell }: Props) {
  return (
    <section className={styles.part}>
      <p className="muted">{creator.name} reads this before accepting.</p>
      <Field label={orderWords.words} hint={orderWords.wordsHint} error={errors.words} required>
        <TextArea
          rows={6}
          maxLength={limits.words}
          value={told.words}
          onChange={(event) => onTell({ ...told, words: event.target.value })}
        />
      </Field>
      <Field label={orderWords.links} hint={orderWords.linksHint} error={errors.links}>
        <TextArea
          rows={3}
          value={told.links}
          onChange={(event) => onTell({ ...told, links: event.target.value })}
        />
      </Field>
      <Field label={orderWords.question} error={errors.question}>
        <TextInput
          maxLength={limits.question}
          value={told.question}
          onChange={(event) => onTell({ ...told, question: event.target.value })}
        />
      </Field>
    </section>
  )
}
