import { PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { useAnchor } from '#web/page/use-anchor.ts'
import { Field } from '#web/ui/Field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { useUploads } from '#web/uploads/use-uploads.ts'
import { AvatarField } from './AvatarField.tsx'
import styles from './Editor.module.css'
import { EditorFrame } from './EditorFrame.tsx'
import { NichesSection } from './NichesSection.tsx'
import { SocialLinksSection } from './SocialLinksSection.tsx'
import { useCreatorForm } from './use-creator-form.ts'

/** Below the fold: the form is usable before these load. */
const PortfolioSection = lazyComponent(
  async () => (await import('./PortfolioSection.tsx')).PortfolioSection,
  <Skeleton height={320} />,
  'creator',
)

const RatesSection = lazyComponent(
  async () => (await import('./RatesSection.tsx')).RatesSection,
  <Skeleton height={240} />,
  'creator',
)
/** Next to the form, or below it on phones. */
const CreatorCard = lazyComponent(
  async () => (await import('./CreatorCard.tsx')).CreatorCard,
  <Skeleton height={360} />,
  'creator',
)

/**
 * The creator's form: who they are, what they make, their portfolio and their rates; a preview of their search card is
 * next to it.
 */
export function CreatorEditor({ profile }: { profile: OwnProfile }) {
  useAnchor('picture')
  const creator = useCreatorForm(profile)
  const { form, typed, sentences, question, busy, save } = creator
  const uploads = useUploads({ bucket: 'avatars', single: true })
  const pieces = useUploads({ bucket: 'portfolio' })

  return (
    <EditorFrame
      title="Creator Profile"
      subtitle="Set up your profile to attract potential clients"
      onSubmit={save}
      question={question}
      uploading={uploads.busy || pieces.busy}
      failed={uploads.failed || pieces.failed}
      saving={busy}
      preview={{
        title: 'How brands see you in search',
        card: <CreatorCard creator={{ ...profile, ...typed }} />,
      }}
    >
      <section className={styles.part} id="picture">
        <header>
          <h2>Profile Picture</h2>
        </header>
        <AvatarField
          name={typed.name}
          value={typed.avatar_url}
          kind="person"
          uploads={uploads}
          error={sentences.avatar_url}
          onChange={(avatar_url) => form.setValue('avatar_url', avatar_url)}
        />
        <Field label="Full Name *" required error={sentences.name}>
          <TextInput autoComplete="name" maxLength={limits.name} {...form.register('name')} />
        </Field>
        <Field label="Bio" error={sentences.bio}>
          <TextArea
            maxLength={limits.bio}
            placeholder="Tell clients about yourself: what you make, how you work and what you love"
            {...form.register('bio')}
          />
        </Field>
      </section>
      <NichesSection {...creator} />
      <SocialLinksSection {...creator} />
      <PortfolioSection creator={creator} uploads={pieces} />
      <RatesSection {...creator} />
    </EditorFrame>
  )
}
