import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import styles from './Editor.module.css'

/** As tall as the window, so that the footer does not move when the editor appears. */
const COMING = <div className={styles.coming} />

const BrandEditor = lazyComponent(
  async () => (await import('./BrandEditor.tsx')).BrandEditor,
  COMING,
  'seller',
)
const CreatorEditor = lazyComponent(
  async () => (await import('./CreatorEditor.tsx')).CreatorEditor,
  COMING,
  'creator',
)

/** /profile/edit: the creator or the brand form by role (decision P23). Renders nothing without a profile. */
export function EditProfileScreen() {
  const { profile } = useAuth()
  usePageHead({ title: 'Edit Profile' })
  if (!profile) return null
  return (
    <div className="wrap page">
      {profile.role === 'creator' ? (
        <CreatorEditor profile={profile} />
      ) : (
        <BrandEditor profile={profile} />
      )}
    </div>
  )
}
