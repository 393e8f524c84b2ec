import { PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import { TextInput } from '#web/ui/TextInput.tsx'
import { withoutPortfolioUrl } from './creator-draft.ts'
import styles from './Editor.module.css'
import { EntryField } from './EntryField.tsx'
import type { CreatorForm } from './use-creator-form.ts'

/** Portfolio links: added when not empty and not there yet (SPEC §5). */
export function PortfolioSection({ form, typed, sentences, change, addLine }: CreatorForm) {
  return (
    <section className={styles.part}>
      <header>
        <h2>Portfolio</h2>
      </header>
      <EntryField
        cells={[
          {
            label: 'Portfolio URL',
            hint: 'A picture or a film is shown as it is, a page by its name.',
            control: (
              <TextInput
                inputMode="url"
                placeholder="https://"
                maxLength={limits.url}
                {...form.register('portfolio_url')}
              />
            ),
          },
        ]}
        add="Add piece"
        onAdd={() => addLine('portfolio_url')}
        refused={sentences.portfolio_url}
        entries={typed.portfolio_urls.map((one) => ({ key: one, text: one }))}
        onRemove={(url) => change(withoutPortfolioUrl(typed, url))}
        error={sentences.portfolio_urls}
      />
    </section>
  )
}
