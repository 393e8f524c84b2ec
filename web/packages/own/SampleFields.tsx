import { use } from 'react'
import { PACKAGE_LIMITS } from '#contract/packages.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { hostOf, pieceKind } from '#web/profiles/links.ts'
import { PieceStill } from '#web/profiles/PieceStill.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import styles from './Packages.module.css'

interface Props {
  profile: OwnProfile
  chosen: readonly string[]
  onChange: (samples: string[]) => void
}

/** Portfolio pieces that show examples of the package. */
export function SampleFields({ profile, chosen, onChange }: Props) {
  const { origin } = use(PageFactsContext)
  if (profile.portfolio_urls.length === 0) return null
  const isFull = chosen.length >= PACKAGE_LIMITS.samples
  return (
    <fieldset className={styles.group}>
      <legend>Samples</legend>
      <p className="sm muted">Up to {PACKAGE_LIMITS.samples} pieces of your portfolio.</p>
      <div className={styles.picks}>
        {profile.portfolio_urls.map((url, at) => {
          const isPicked = chosen.includes(url)
          const isPage = pieceKind(url, origin) === 'page'
          return (
            <div key={url} className={styles.pick}>
              {isPage ? null : <PieceStill url={url} alt="" sizes="112px" />}
              <Checkbox
                label={profile.portfolio_captions[at] || (isPage ? hostOf(url) : `Piece ${at + 1}`)}
                checked={isPicked}
                disabled={isFull && !isPicked}
                onChange={() =>
                  onChange(isPicked ? chosen.filter((one) => one !== url) : [...chosen, url])
                }
              />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
