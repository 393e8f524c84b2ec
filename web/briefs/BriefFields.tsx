import { deliveryWords, goalWords, musicWords } from '#contract/brief-words.ts'
import { BRIEF_LIMITS as limits } from '#contract/briefs.ts'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { BriefChoice, BriefLine, BriefLines } from './BriefText.tsx'
import type { BriefSection } from './brief-form.ts'
import { briefFormWords as words } from './brief-form-words.ts'
import styles from './BriefForm.module.css'
import { CheckFields } from './CheckFields.tsx'
import { ItemFields } from './ItemFields.tsx'

const ROUNDS = Array.from(
  { length: limits.rounds + 1 },
  (_, at) => [String(at), String(at)] as const,
)

/** Why it is made, and for whom. */
export function GoalFields(section: BriefSection) {
  return (
    <>
      <BriefLine
        {...section}
        name="one_message"
        {...words.one_message}
        maxLength={limits.one_message}
      />
      <BriefLine {...section} name="audience" {...words.audience} maxLength={limits.audience} />
      <div className="two">
        <BriefChoice
          {...section}
          name="goal"
          label={words.goal}
          none={words.noChoice}
          choices={Object.entries(goalWords)}
        />
        <BriefLine {...section} name="tone" {...words.tone} />
      </div>
    </>
  )
}

/** What is delivered, how often it may be changed, and how it is checked. */
export function GetFields(section: BriefSection) {
  return (
    <>
      <ItemFields {...section} />
      <CheckFields {...section} />
      <div className={styles.rounds}>
        <BriefChoice {...section} name="rounds" {...words.rounds} choices={ROUNDS} />
      </div>
    </>
  )
}

/** What is said and shown, and what is not. */
export function SayFields(section: BriefSection) {
  return (
    <>
      <div className="two">
        <BriefLines {...section} name="say" {...words.say} rows={4} />
        <BriefLines {...section} name="never_say" {...words.never_say} rows={4} />
      </div>
      <BriefLines {...section} name="hooks" {...words.hooks} />
      <div className="two">
        <BriefLines {...section} name="references" {...words.references} rows={2} />
        <BriefChoice
          {...section}
          name="music"
          label={words.music}
          none={words.noChoice}
          choices={Object.entries(musicWords)}
        />
      </div>
    </>
  )
}

/** What the creator will receive, and how it gets there. */
export function ProductFields(section: BriefSection) {
  const { brief, set, problems, locked } = section
  return (
    <>
      <div className="two">
        <BriefLine
          {...section}
          name="product_name"
          label={words.product_name}
          maxLength={limits.product}
        />
        <BriefLine {...section} name="product_url" {...words.product_url} maxLength={limits.link} />
      </div>
      <div className="two">
        <BriefChoice
          {...section}
          name="delivery"
          label={words.delivery}
          choices={Object.entries(deliveryWords)}
        />
        <Field
          label={
            <>
              {words.product_value.label} <span className={styles.optional}>{words.optional}</span>
            </>
          }
          hint={words.product_value.hint}
          error={problems['product_value']}
          disabled={locked}
        >
          <PriceInput
            value={brief.product_value}
            onChange={(event) => set('product_value', event.target.value)}
          />
        </Field>
      </div>
    </>
  )
}
