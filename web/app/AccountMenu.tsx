import { ChevronDown, LogOut, Settings, Store, User, Wrench } from 'lucide-react'
import { useAuth } from '#web/api/session.tsx'
import { useSignOut } from '#web/auth/use-sign-out.ts'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import styles from './Header.module.css'
import { chooseTheme, THEMES } from './theme.ts'
import { useNavigationCounts } from './use-navigation-counts.ts'
import { useTheme } from './use-theme.ts'

const isTheme = (value: string) => THEMES.find((theme) => theme.value === value)?.value

/** The person's own pages, the theme, and sign-out; for operators also the switch between console and marketplace. */
export function AccountMenu({ inConsole }: { inConsole?: boolean }) {
  const { profile } = useAuth()
  const signOut = useSignOut()
  const theme = useTheme()
  const { operator } = useNavigationCounts()
  const firstName = profile?.name.split(' ')[0] ?? ''
  const marketplace = { label: 'Marketplace', icon: Store, to: paths.dashboard }
  const console = { label: 'Console', icon: Wrench, to: paths.operator }
  return (
    <Menu
      // Speech input finds a button by its visible text, so its name begins with that text.
      label={firstName === '' ? 'Account menu' : `${firstName}, account menu`}
      className={styles.me}
      items={[
        { label: 'Profile', icon: User, to: paths.profile },
        { label: 'Settings', icon: Settings, to: paths.settings },
        ...(inConsole ? [marketplace] : operator ? [console] : []),
        {
          label: 'Theme',
          options: THEMES,
          value: theme,
          onChange: (value) => chooseTheme(isTheme(value) ?? 'system'),
        },
        { label: 'Sign out', icon: LogOut, onSelect: signOut },
      ]}
    >
      <Avatar name={profile?.name} src={profile?.avatar_url} size={28} />
      <span className={styles.name}>{firstName}</span>
      <ChevronDown size={16} aria-hidden="true" />
    </Menu>
  )
}
