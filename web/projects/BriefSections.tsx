import { useId, useState, type ReactNode } from 'react'
import { licenceSentence } from '#contract/licence-sentence.ts'
import { STANDARD_TERMS } from '#contract/licence-rights.ts'
import { PROJECT_LIMITS } from '#contract/projects.ts'
import type { BriefDraft } from '#web/briefs/brief-draft.ts'
import type { BriefSection } from '#web/briefs/brief-form.ts'
import { briefFormWords as words } from '#web/briefs/brief-form-words.ts'
import { briefProblems } from '#web/briefs/brief-input.ts'
import { GetFields, GoalFields, ProductFields, SayFields } from '#web/briefs/BriefFields.tsx'
import { Completeness } from '#web/briefs/Completeness.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { ProductImages } from './ProductImages.tsx'
import styles from './ProjectForm.module.css'
import { ProjectTerms } from './ProjectTerms.tsx'
import { DetailsField, TitleFields } from './ProjectWords.tsx'
import type { ProjectFormFields } from './use-project-form.ts'
import type { ProductImages as Images } from './use-product-images.ts'

const { headings } = words

interface Props extends ProjectFormFields {
  brief: BriefDraft
  images: Images
  locked: boolean
}

/** A project with a brief, as one page: goal, deliverables, messages, product, rights, budget and date. */
export function BriefSections({ brief, images, ...project }: Props) {
  const { form, sentences, locked } = project
  const [asked, setAsked] = useState(false)
  // After the first refusal, errors are shown for as long as they last.
  if (sentences.brief && !asked) setAsked(true)
  const section: BriefSection = {
    brief,
    set: (key, value) => form.setValue('brief', { ...brief, [key]: value }),
    problems: asked ? briefProblems(brief) : {},
    locked,
  }
  return (
    <>
      <Part title={headings.basics}>
        <TitleFields {...project} />
        {sentences.brief ? <FieldError>{sentences.brief}</FieldError> : null}
        {locked ? null : (
          // For keyboard users, some forty optional fields precede the ones that posting requires.
          <p className="sm muted">
            {words.rest}{' '}
            <button type="button" className="link" onClick={() => form.setFocus('budget')}>
              {words.toTerms}
            </button>
          </p>
        )}
      </Part>
      <Part title={headings.goal}>
        <GoalFields {...section} />
      </Part>
      <Part title={headings.get}>
        <GetFields {...section} />
      </Part>
      <Part title={headings.say}>
        <SayFields {...section} />
        <Field
          label={
            <>
              {words.ownWords.label} <span className={styles.optional}>{words.optional}</span>
            </>
          }
          hint={words.ownWords.hint}
          error={sentences.description}
          disabled={locked}
        >
          <TextArea
            className={styles.details}
            maxLength={PROJECT_LIMITS.description}
            {...form.register('description')}
          />
        </Field>
      </Part>
      <Part title={headings.product}>
        <ProductFields {...section} />
        <DetailsField {...project} />
        <ProductImages images={images} error={sentences.product_images} keepStored={locked} />
      </Part>
      <Part title={headings.rights}>
        <p>
          {licenceSentence(project.typed.with_licence ? project.typed.licence : STANDARD_TERMS)}
        </p>
        <p className="sm muted">{words.rightsHint}</p>
      </Part>
      <h2 className={styles.heading}>{headings.terms}</h2>
      <ProjectTerms {...project} />
      <Completeness draft={brief} className={styles.narrowMeter} />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
