import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import { AvatarField } from './AvatarField.tsx'
import { BrandCard } from './BrandCard.tsx'
import styles from './Editor.module.css'
import { useProfileForm } from './save-form.ts'

/** The brand's form (SPEC §2): picture and what creators read about it, checked when it is sent. */
export function BrandEditor({ profile }: { profile: OwnProfile }) {
  const [draft, setDraft] = useState(() => ({
    name: profile.name,
    company_name: profile.company_name ?? '',
    website: profile.website ?? '',
    industry: profile.industry ?? '',
    brand_description: profile.brand_description ?? '',
    avatar_url: profile.avatar_url,
  }))
  const { save, errors, busy } = useProfileForm()
  const uploads = useUploads({ bucket: 'avatars', single: true })
  const navigate = useNavigate()
  const change = (changes: Partial<typeof draft>) =>
    setDraft((current) => ({ ...current, ...changes }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !(await save(draft))) return
    toast.success('Profile updated successfully!')
    await navigate(paths.publicProfile(profile.id))
  }

  return (
    <>
      <div className="page-head">
        <div>
          <h1>Brand Profile</h1>
          <p>What creators see before they apply.</p>
        </div>
      </div>
      <div className={styles.grid}>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <section className={styles.part}>
            <header>
              <h2>Profile Picture</h2>
              <p>Upload your brand logo or profile picture</p>
            </header>
            <AvatarField
              name={draft.company_name || draft.name}
              value={draft.avatar_url}
              kind="shop"
              uploads={uploads}
              onChange={(avatar_url) => change({ avatar_url })}
            />
          </section>
          <section className={styles.part}>
            <header>
              <h2>Brand Information</h2>
              <p>Tell creators about your brand</p>
            </header>
            <div className="two">
              <Field label="Contact Name *" required error={errors.name}>
                <TextInput
                  autoComplete="name"
                  placeholder="Your full name"
                  maxLength={limits.name}
                  value={draft.name}
                  onChange={(event) => change({ name: event.target.value })}
                />
              </Field>
              <Field label="Company Name *" required error={errors.company_name}>
                <TextInput
                  autoComplete="organization"
                  placeholder="Your brand or company name"
                  maxLength={limits.company_name}
                  value={draft.company_name}
                  onChange={(event) => change({ company_name: event.target.value })}
                />
              </Field>
              <Field label="Website" error={errors.website}>
                <TextInput
                  type="url"
                  autoComplete="url"
                  placeholder="https://yourbrand.com"
                  maxLength={limits.url}
                  value={draft.website}
                  onChange={(event) => change({ website: event.target.value })}
                />
              </Field>
              <Field label="Industry" error={errors.industry}>
                <TextInput
                  placeholder="e.g., Fashion, Technology, Health & Wellness"
                  maxLength={limits.industry}
                  value={draft.industry}
                  onChange={(event) => change({ industry: event.target.value })}
                />
              </Field>
            </div>
            <Field
              label="Brand Description"
              error={errors.brand_description}
              aside={
                <span className="num">
                  {draft.brand_description.length} / {limits.brand_description}
                </span>
              }
            >
              <TextArea
                value={draft.brand_description}
                onChange={(event) => change({ brand_description: event.target.value })}
              />
            </Field>
          </section>
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="primary"
              disabled={uploads.busy}
              busy={busy}
              busyText="Saving..."
            >
              Save Profile
            </Button>
            <ButtonLink variant="quiet" to={paths.profile}>
              Cancel
            </ButtonLink>
          </div>
        </form>
        <aside className={styles.rail} aria-label="Preview">
          <h2>How creators see you</h2>
          <BrandCard brand={{ ...profile, ...draft }} />
        </aside>
      </div>
    </>
  )
}
