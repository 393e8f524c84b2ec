import { NICHES } from '#contract/profiles.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { RemovableChip } from '#web/ui/FilterChip.tsx'
import { withNiche, withoutNiche } from './creator-draft.ts'
import styles from './Editor.module.css'
import type { CreatorForm } from './use-creator-form.ts'

/** What a creator makes content about. */
export function NichesSection({ typed, sentences, change }: CreatorForm) {
  const { niches } = typed
  return (
    <section className={styles.part}>
      <header>
        <h2>Niches</h2>
        <p>Brands filter by them.</p>
      </header>
      <Field label="Add a niche" error={sentences.niches}>
        <Combobox
          options={NICHES.filter((niche) => !niches.includes(niche))}
          placeholder="Choose a niche"
          onPick={(niche) => change(withNiche(typed, niche))}
        />
      </Field>
      {niches.length > 0 ? (
        <div className="tags">
          {niches.map((niche) => (
            <RemovableChip
              key={niche}
              label={niche}
              onRemove={() => change(withoutNiche(typed, niche))}
            />
          ))}
        </div>
      ) : null}
    </section>
  )
}
