import { use } from 'react'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { pieceKind } from './links.ts'
import { PieceStill } from './PieceStill.tsx'
import styles from './ProfilePackages.module.css'

/** Stills of the pieces that a package names; pieces on other sites have none. The portfolio below plays them. */
export function SamplePieces({
  samples,
  profile,
}: {
  samples: readonly string[]
  profile: Pick<PublicProfile, 'name'>
}) {
  const { origin } = use(PageFactsContext)
  const shown = samples.filter((url) => pieceKind(url, origin) !== 'page')
  if (shown.length === 0) return null
  return (
    <div className={styles.samples} role="img" aria-label={`Work of this kind by ${profile.name}`}>
      {shown.map((url) => (
        <PieceStill key={url} url={url} alt="" sizes="160px" />
      ))}
    </div>
  )
}
