import type { PublicProfile } from '#contract/profile-schemas.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { hostOf } from './links.ts'
import styles from './CreatorCard.module.css'

type Shown = Pick<
  PublicProfile,
  'name' | 'company_name' | 'avatar_url' | 'industry' | 'website' | 'brand_description'
>

/** A brand in brief, for the preview beside its form. */
export function BrandCard({ brand }: { brand: Shown }) {
  const name = brand.company_name || brand.name
  return (
    <article className={`card ${styles.card}`}>
      <div className={styles.body}>
        <div className="row gap3">
          <Avatar name={name} src={brand.avatar_url} kind="shop" size={44} />
          <div className="grow">
            <h3 className={styles.name}>{name}</h3>
            <p className="sm faint">{brand.industry || 'Brand'}</p>
          </div>
        </div>
        {brand.brand_description ? <p className={styles.bio}>{brand.brand_description}</p> : null}
        {brand.website ? <p className="sm muted">{hostOf(brand.website)}</p> : null}
      </div>
    </article>
  )
}
