import { PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { useAnchor } from '#web/page/use-anchor.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUploads } from '#web/uploads/use-uploads.ts'
import { AvatarField } from './AvatarField.tsx'
import { BrandCard } from './BrandCard.tsx'
import styles from './Editor.module.css'
import { EditorFrame } from './EditorFrame.tsx'
import { useProfileForm } from './use-profile-form.ts'

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

/** The brand's form (SPEC §2): its picture and the facts that creators read about it, validated on submit. */
export function BrandEditor({ profile }: { profile: OwnProfile }) {
  useAnchor('brand')
  const saved = {
    name: profile.name,
    company_name: profile.company_name ?? '',
    website: profile.website ?? '',
    industry: profile.industry ?? '',
    brand_description: profile.brand_description ?? '',
    avatar_url: profile.avatar_url,
  }
  const { form, typed, sentences, question, busy, save } = useProfileForm({
    profile,
    draft: 'brand-profile',
    saved,
    read: (input) => ({ input }),
    onSaved: () => toast.success('Profile updated successfully!'),
  })
  const uploads = useUploads({ bucket: 'avatars', single: true })

  return (
    <EditorFrame
      title="Brand Profile"
      subtitle="What creators see before they apply."
      onSubmit={save}
      question={question}
      uploading={uploads.busy}
      failed={uploads.failed}
      saving={busy}
      preview={{
        title: 'How creators see you',
        card: <BrandCard brand={{ ...profile, ...typed }} />,
      }}
    >
      <section className={styles.part}>
        <header>
          <h2>Profile Picture</h2>
          <p>Upload your brand logo or profile picture</p>
        </header>
        <AvatarField
          name={typed.company_name || typed.name}
          value={typed.avatar_url}
          kind="shop"
          uploads={uploads}
          error={sentences.avatar_url}
          onChange={(avatar_url) => form.setValue('avatar_url', avatar_url)}
        />
      </section>
      <section className={styles.part} id="brand">
        <header>
          <h2>Brand Information</h2>
          <p>Tell creators about your brand</p>
        </header>
        <div className="two">
          {fields.map(({ name, label, required, type, autoComplete, placeholder, longest }) => (
            <Field key={name} label={label} required={required} error={sentences[name]}>
              <TextInput
                type={type}
                autoComplete={autoComplete}
                placeholder={placeholder}
                maxLength={longest}
                {...form.register(name)}
              />
            </Field>
          ))}
        </div>
        <Field
          label="Brand Description"
          error={sentences.brand_description}
          aside={
            <span className="num">
              {typed.brand_description.length} / {limits.brand_description}
            </span>
          }
        >
          <TextArea {...form.register('brand_description')} />
        </Field>
      </section>
    </EditorFrame>
  )
}
