import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import styles from './Footer.module.css'
import { chooseTheme, subscribeToTheme, themeChoice, type ThemeChoice } from './theme.ts'

const options = [
  { value: 'system', label: <Monitor size={15} aria-hidden="true" />, name: 'System theme' },
  { value: 'light', label: <Sun size={15} aria-hidden="true" />, name: 'Light theme' },
  { value: 'dark', label: <Moon size={15} aria-hidden="true" />, name: 'Dark theme' },
] as const

/** System, light or dark; remembered for the next visit. */
export function ThemeSwitch() {
  const choice = useSyncExternalStore<ThemeChoice>(subscribeToTheme, themeChoice, () => 'system')
  return (
    <SegmentedChoice
      label="Theme"
      options={options}
      value={choice}
      onChange={chooseTheme}
      className={styles.theme}
    />
  )
}
