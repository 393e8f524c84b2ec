import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { paths } from '#contract/paths.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUploads } from '#web/uploads/use-uploads.ts'
import { AvatarField } from './AvatarField.tsx'
import { BrandCard } from './BrandCard.tsx'
import styles from './Editor.module.css'
import { EditorFrame } from './EditorFrame.tsx'
import { useProfileForm } from './save-form.ts'

/** The one-line fields of Brand Information, in the spec's words. */
const fields = [
  {
    name: 'name',
    label: 'Contact Name *',
    required: true,
    type: 'text',
    autoComplete: 'name',
    placeholder: 'Your full name',
    longest: limits.name,
  },
  {
    name: 'company_name',
    label: 'Company Name *',
    required: true,
    type: 'text',
    autoComplete: 'organization',
    placeholder: 'Your brand or company name',
    longest: limits.company_name,
  },
  {
    name: 'website',
    label: 'Website',
    required: false,
    type: 'url',
    autoComplete: 'url',
    placeholder: 'https://yourbrand.com',
    longest: limits.url,
  },
  {
    name: 'industry',
    label: 'Industry',
    required: false,
    type: 'text',
    autoComplete: undefined,
    placeholder: 'e.g., Fashion, Technology, Health & Wellness',
    longest: limits.industry,
  },
] as const

/** The brand's form (SPEC §2): picture and what creators read about it, validated on submit. */
export function BrandEditor({ profile }: { profile: OwnProfile }) {
  const saved = {
    name: profile.name,
    company_name: profile.company_name ?? '',
    website: profile.website ?? '',
    industry: profile.industry ?? '',
    brand_description: profile.brand_description ?? '',
    avatar_url: profile.avatar_url,
  }
  const start = useRestored('brand-profile', saved)
  const [draft, setDraft] = useState(start)
  const unsaved = useUnsaved('brand-profile', saved, draft)
  const { save, errors, busy } = useProfileForm()
  const uploads = useUploads({ bucket: 'avatars', single: true })
  const navigate = useNavigate()
  const change = (changes: Partial<typeof draft>) =>
    setDraft((current) => ({ ...current, ...changes }))

  async function submit() {
    if (!(await save(draft))) return
    unsaved.finish()
    toast.success('Profile updated successfully!')
    await navigate(paths.publicProfile(profile.id))
  }

  return (
    <EditorFrame
      title="Brand Profile"
      subtitle="What creators see before they apply."
      onSubmit={submit}
      question={unsaved.question}
      uploading={uploads.busy}
      saving={busy}
      preview={{
        title: 'How creators see you',
        card: <BrandCard brand={{ ...profile, ...draft }} />,
      }}
    >
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
          {fields.map(({ name, label, required, type, autoComplete, placeholder, longest }) => (
            <Field key={name} label={label} required={required} error={errors[name]}>
              <TextInput
                type={type}
                autoComplete={autoComplete}
                placeholder={placeholder}
                maxLength={longest}
                value={draft[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            </Field>
          ))}
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
    </EditorFrame>
  )
}
