import { PlatformIcon, platformName } from '#web/ui/PlatformIcon.tsx'
import { handleOf, safeHref } from './links.ts'
import styles from './SocialList.module.css'

/** A person's pages on other platforms, each a link that opens in a new tab. */
export function SocialList({ links }: { links: Readonly<Record<string, string>> }) {
  const shown = Object.entries(links).flatMap(([platform, link]) => {
    const href = safeHref(link)
    return href ? [{ platform, href, label: handleOf(link) }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul className={styles.list}>
      {shown.map(({ platform, href, label }) => (
        <li key={platform}>
          <a href={href} target="_blank" rel="noreferrer nofollow">
            <PlatformIcon platform={platform} size={17} />
            <span className="sr">{platformName(platform)}: </span>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
