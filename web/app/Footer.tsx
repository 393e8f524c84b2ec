import { type FormEvent, use } from 'react'
import { Link } from 'react-router'
import { PLATFORMS } from '#contract/profiles.ts'
import { brand } from '#web/page/brand.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { comingSoon } from '#web/ui/coming-soon.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { PlatformIcon, platformName } from '#web/ui/PlatformIcon.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './Footer.module.css'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const columns = [
  {
    title: 'Product',
    links: [
      ['How It Works', paths.howItWorks],
      ['For Creators', paths.projects],
      ['For Brands', paths.postProject],
    ],
  },
  {
    title: 'Company',
    links: [
      ['About', paths.about],
      ['Careers', paths.careers],
      ['Blog', paths.blog],
      ['Press', paths.press],
      ['Contact', paths.contact],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['Privacy', paths.privacy],
      ['Terms', paths.terms],
      ['Cookie Policy', paths.cookiePolicy],
      ['Community Guidelines', paths.communityGuidelines],
    ],
  },
] as const

interface Props {
  /** The width of marketing pages and auth instead of the app's; `public`: only while no one is signed in. */
  wide: boolean | 'public'
}

/** The footer of the app's own pages: everything that SPEC §2 requires of a footer, in two lines. */
export function SlimFooter({ wide }: Props) {
  return (
    <footer className={cx(styles.footer, styles.slim)}>
      <div className={cx('wrap', wide === 'public' ? 'public' : wide && 'wide')}>
        <div className={styles.line}>
          <nav aria-label="Site">
            <ul>
              {columns.flatMap(({ links }) =>
                links.map(([label, to]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                )),
              )}
            </ul>
          </nav>
        </div>
        <div className={styles.line}>
          <span>© 2026 {brand.name}</span>
          <Newsletter />
          <SocialLinks />
        </div>
      </div>
    </footer>
  )
}

/** The footer of public pages: newsletter, the site's links, theme, social links. */
export function Footer({ wide }: Props) {
  return (
    <footer className={styles.footer}>
      <div className={cx('wrap', wide === 'public' ? 'public' : wide && 'wide')}>
        <div className={styles.columns}>
          <div>
            <Logo name={brand.name} to={paths.home} size={28} />
            <p className={styles.tagline}>Shops and creators, joined by a fair deal.</p>
            <Newsletter />
          </div>
          {columns.map((column) => (
            <nav key={column.title} aria-label={column.title}>
              <h2>{column.title}</h2>
              <ul>
                {column.links.map(([label, to]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={styles.end}>
          <span>© 2026 {brand.name}</span>
          <ThemeSwitch />
          <SocialLinks />
        </div>
      </div>
    </footer>
  )
}

/** A box that does nothing yet (decision P26). */
function Newsletter() {
  function subscribe(event: FormEvent) {
    event.preventDefault()
    comingSoon()
  }
  return (
    <form className={styles.news} onSubmit={subscribe} noValidate>
      <TextInput
        type="email"
        aria-label="Email address"
        placeholder="you@shop.com"
        autoComplete="email"
      />
      <Button type="submit">Subscribe</Button>
    </form>
  )
}

/** The brand's pages elsewhere, as configured. Their container stays even when there are none, as on the server. */
function SocialLinks() {
  const { socialLinks } = use(PageFactsContext)
  return (
    <div className={styles.social}>
      {PLATFORMS.flatMap((platform) => {
        const address = socialLinks[platform]
        if (address === undefined) return []
        return (
          <a
            key={platform}
            href={address}
            aria-label={platformName(platform)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <PlatformIcon platform={platform} />
          </a>
        )
      })}
    </div>
  )
}
