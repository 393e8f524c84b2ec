import { paths } from '#contract/paths.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { useAuth } from '#web/api/session.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { PackageCard } from '#web/packages/PackageCard.tsx'
import styles from './ProfilePackages.module.css'
import { packageWords } from '#web/packages/package-words.ts'
import { SamplePieces } from './SamplePieces.tsx'

/**
 * The packages a creator sells at fixed terms, on their public page. Brands can order, and so can people who may become
 * one.
 */
export function ProfilePackages({ profile }: { profile: ShownProfile }) {
  const { role } = useAuth()
  if (profile.packages.length === 0) return null
  return (
    <section className={styles.shown}>
      <h2>{packageWords.title}</h2>
      <div className={styles.grid}>
        {profile.packages.map((offer) => (
          <PackageCard
            key={offer.id}
            offer={offer}
            samples={<SamplePieces samples={offer.samples} profile={profile} />}
            action={
              role === 'creator' ? null : (
                <ButtonLink variant="tonal" to={paths.orderPackage(profile.id, offer.id)}>
                  {packageWords.order}
                  <span className="sr"> {offer.title}</span>
                </ButtonLink>
              )
            }
          />
        ))}
      </div>
    </section>
  )
}
