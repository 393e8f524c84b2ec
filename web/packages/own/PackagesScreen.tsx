import { Package } from 'lucide-react'
import { useState } from 'react'
import { PACKAGE_LIMITS } from '#contract/packages.ts'
import type { OwnPackage } from '#contract/package-schemas.ts'
import { paths } from '#contract/paths.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { useAuth } from '#web/api/session.tsx'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { OwnPackages } from './OwnPackages.tsx'
import { packageWords } from '#web/packages/package-words.ts'
import styles from './Packages.module.css'
import { useOwnPackages } from './use-packages.ts'

const PackageDialog = lazyComponent(
  async () => (await import('./PackageDialog.tsx')).PackageDialog,
  null,
  'creator',
)

/** /profile/packages: what a creator sells at fixed terms. */
export function PackagesScreen() {
  const { role, profile } = useAuth()
  usePageHead({ title: packageWords.title })
  if (role === 'seller') return <AccessDenied only="creator" />
  return profile ? <Packages profile={profile} /> : null
}

/** Rendered for creators only, so that a seller's page makes no call that would be refused. */
function Packages({ profile }: { profile: OwnProfile }) {
  const query = useOwnPackages()
  /** The form that is open: for an existing package, or for a new one. */
  const [edited, setEdited] = useState<OwnPackage | 'new' | null>(null)
  const isFull = (query.data?.length ?? 0) >= PACKAGE_LIMITS.packages
  return (
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>{packageWords.title}</h1>
          <p>
            {packageWords.intro} {packageWords.rights}
          </p>
        </div>
        <div className={styles.acts}>
          <ButtonLink to={paths.publicProfile(profile.id)}>View Public Profile</ButtonLink>
          <Button variant="primary" disabled={isFull} onClick={() => setEdited('new')}>
            {packageWords.add}
          </Button>
        </div>
      </div>
      {isFull ? <p className="sm muted">{packageWords.full}</p> : null}
      <LoadedList
        query={query}
        pending={<Skeleton height={240} radius="var(--radius-lg)" />}
        empty={
          <EmptyState icon={Package} title={packageWords.empty} text={packageWords.emptyHint} />
        }
      >
        {(packages) => <OwnPackages packages={packages} onEdit={setEdited} />}
      </LoadedList>
      {edited === null ? null : (
        <PackageDialog
          key={edited === 'new' ? edited : edited.id}
          known={edited === 'new' ? null : edited}
          profile={profile}
          onOpen={(id) => setEdited(query.data?.find((one) => one.id === id) ?? null)}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}
