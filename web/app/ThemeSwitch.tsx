import { Monitor, Moon, Sun } from 'lucide-react'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import styles from './Footer.module.css'
import { chooseTheme, THEMES } from './theme.ts'
import { useTheme } from './use-theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }

const options = THEMES.map(({ value, label }) => {
  const Icon = icons[value]
  return { value, label: <Icon size={15} aria-hidden="true" />, name: `${label} theme` }
})

/** System, light or dark, for readers without an account menu; remembered for the next visit. */
export function ThemeSwitch() {
  return (
    <SegmentedChoice
      label="Theme"
      options={options}
      value={useTheme()}
      onChange={chooseTheme}
      className={styles.theme}
    />
  )
}
