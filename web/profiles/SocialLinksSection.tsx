import { PLATFORMS, PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import { PlatformIcon, platformName } from '#web/ui/PlatformIcon.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { withoutSocialLink } from './creator-draft.ts'
import styles from './Editor.module.css'
import { EntryField } from './EntryField.tsx'
import { handleOf } from './links.ts'
import type { CreatorForm } from './use-creator-form.ts'

/** Social links: a platform and an address; adding the same platform overwrites (SPEC §5). */
export function SocialLinksSection({ form, typed, sentences, change, addLine }: CreatorForm) {
  return (
    <section className={styles.part}>
      <header>
        <h2>Social links</h2>
      </header>
      <EntryField
        cells={[
          {
            label: 'Platform',
            width: 'narrow',
            control: (
              <Select {...form.register('social_platform')}>
                <option value="">Choose</option>
                {PLATFORMS.map((one) => (
                  <option key={one} value={one}>
                    {platformName(one)}
                  </option>
                ))}
              </Select>
            ),
          },
          {
            label: 'Profile URL',
            width: 'wide',
            control: (
              <TextInput
                inputMode="url"
                placeholder="https://"
                maxLength={limits.url}
                {...form.register('social_url')}
              />
            ),
          },
        ]}
        add="Add link"
        onAdd={() => addLine('social_url')}
        refused={sentences.social_url}
        entries={Object.entries(typed.social_links).map(([key, link]) => ({
          key,
          icon: <PlatformIcon platform={key} size={17} />,
          text: handleOf(link),
          aside: <span className="sm faint">{platformName(key)}</span>,
        }))}
        onRemove={(platform) => change(withoutSocialLink(typed, platform))}
        error={sentences.social_links}
      />
    </section>
  )
}
