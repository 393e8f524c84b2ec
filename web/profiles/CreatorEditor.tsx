import { useState } from 'react'
import { useNavigate } from 'react-router'
import { NICHES, PROFILE_LIMITS as limits, type Niche } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { paths } from '#contract/paths.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { RemovableChip } from '#web/ui/FilterChip.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUploads } from '#web/uploads/use-uploads.ts'
import { AvatarField } from './AvatarField.tsx'
import * as draftOf from './creator-draft.ts'
import type { CreatorDraft, Refused } from './creator-draft.ts'
import { CreatorCard } from './CreatorCard.tsx'
import styles from './Editor.module.css'
import { EditorFrame } from './EditorFrame.tsx'
import { PortfolioField, RatesField, SocialLinksField } from './EntryFields.tsx'
import { useProfileForm } from './save-form.ts'

/** The creator's form: who they are, what they make, where to see it, what it costs; their search card beside it. */
export function CreatorEditor({ profile }: { profile: OwnProfile }) {
  const saved = draftOf.draftOf(profile)
  const start = useRestored('creator-profile', saved)
  const [draft, setDraft] = useState(start)
  const unsaved = useUnsaved('creator-profile', saved, draft)
  const { save, errors, busy } = useProfileForm()
  const uploads = useUploads({ bucket: 'avatars', single: true })
  const navigate = useNavigate()
  const change = (changes: Partial<CreatorDraft>) =>
    setDraft((current) => ({ ...current, ...changes }))

  /** Accepts a new draft, or says why there is none. */
  function take(next: CreatorDraft | Refused): Refused | null {
    if (draftOf.isRefused(next)) return next
    setDraft(next)
    return null
  }

  async function submit() {
    if (!(await save({ ...draft, niches: draft.niches.filter(isNiche) }))) return
    unsaved.finish()
    toast.success('Profile Updated', 'Your creator profile has been saved successfully.')
    await navigate(paths.publicProfile(profile.id))
  }

  return (
    <EditorFrame
      title="Creator Profile"
      subtitle="Set up your profile to attract potential clients"
      onSubmit={submit}
      question={unsaved.question}
      uploading={uploads.busy}
      saving={busy}
      preview={{
        title: 'How brands see you in search',
        card: <CreatorCard creator={{ ...profile, ...draft }} />,
      }}
    >
      <section className={styles.part}>
        <header>
          <h2>Profile Picture</h2>
        </header>
        <AvatarField
          name={draft.name}
          value={draft.avatar_url}
          kind="person"
          uploads={uploads}
          onChange={(avatar_url) => change({ avatar_url })}
        />
        <Field label="Full Name *" required error={errors.name}>
          <TextInput
            autoComplete="name"
            maxLength={limits.name}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label="Bio" error={errors.bio}>
          <TextArea
            maxLength={limits.bio}
            placeholder="Tell clients about yourself: what you make, how you work and what you love"
            value={draft.bio}
            onChange={(event) => change({ bio: event.target.value })}
          />
        </Field>
      </section>
      <section className={styles.part}>
        <header>
          <h2>Niches</h2>
          <p>Brands filter by them.</p>
        </header>
        <Field label="Add a niche" error={errors.niches}>
          <Combobox
            options={NICHES.filter((niche) => !draft.niches.includes(niche))}
            placeholder="Choose a niche"
            onPick={(niche) => setDraft((current) => draftOf.withNiche(current, niche))}
          />
        </Field>
        {draft.niches.length > 0 ? (
          <div className="chips">
            {draft.niches.map((niche) => (
              <RemovableChip
                key={niche}
                label={niche}
                onRemove={() => setDraft((current) => draftOf.withoutNiche(current, niche))}
              />
            ))}
          </div>
        ) : null}
      </section>
      <section className={styles.part}>
        <header>
          <h2>Social links</h2>
        </header>
        <SocialLinksField
          value={draft.social_links}
          error={errors.social_links}
          onAdd={(platform, url) => take(draftOf.withSocialLink(draft, platform, url))}
          onRemove={(platform) => setDraft(draftOf.withoutSocialLink(draft, platform))}
        />
      </section>
      <section className={styles.part}>
        <header>
          <h2>Portfolio</h2>
        </header>
        <PortfolioField
          value={draft.portfolio_urls}
          error={errors.portfolio_urls}
          onAdd={(url) => take(draftOf.withPortfolioUrl(draft, url))}
          onRemove={(url) => setDraft(draftOf.withoutPortfolioUrl(draft, url))}
        />
      </section>
      <section className={styles.part}>
        <header>
          <h2>Rates</h2>
          <p>In US dollars. The lowest one is shown in search.</p>
        </header>
        <RatesField
          value={draft.rates}
          error={errors.rates}
          onAdd={(service, amount) => take(draftOf.withRate(draft, service, amount))}
          onRemove={(service) => setDraft(draftOf.withoutRate(draft, service))}
        />
      </section>
    </EditorFrame>
  )
}

/** A niche that is no longer offered is dropped on saving. */
function isNiche(niche: string): niche is Niche {
  return (NICHES as readonly string[]).includes(niche)
}
