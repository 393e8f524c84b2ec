import styles from './PlatformIcon.module.css'

const names: Readonly<Record<string, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitter: 'X (Twitter)',
}

/** How a platform is written. One is whatever a person called it, "constructor" too. */
export const platformName = (platform: string): string =>
  (Object.hasOwn(names, platform) ? names[platform] : undefined) ?? platform

/** The mark of a platform as SPEC §9 names it; a plain ring for one we have no mark of. Decorative. */
export function PlatformIcon({ platform, size = 18 }: { platform: string; size?: number }) {
  const mark = Object.hasOwn(styles, platform) ? styles[platform] : undefined
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      className={mark}
      aria-hidden="true"
    >
      {mark ? (
        <rect width="24" height="24" />
      ) : (
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
      )}
    </svg>
  )
}
