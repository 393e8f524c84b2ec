import styles from './PlatformIcon.module.css'

const names: Readonly<Record<string, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitter: 'X (Twitter)',
}

/** How a platform's name is written. A platform can be any text that a person entered, including "constructor". */
export const platformName = (platform: string): string =>
  (Object.hasOwn(names, platform) ? names[platform] : undefined) ?? platform

/** The mark of a platform as named in SPEC §9; a plain ring for a platform without one. Decorative. */
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
