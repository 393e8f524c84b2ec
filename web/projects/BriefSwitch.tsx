import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import styles from './ProjectForm.module.css'

const VIEWS = [
  { value: 'edit', label: 'Your brief' },
  { value: 'view', label: 'As creators see it' },
] as const

/** Where the brief and its preview do not fit side by side: switches between the two. */
export const BriefSwitch = ({
  view,
  onChange,
}: {
  view: 'edit' | 'view'
  onChange: (view: 'edit' | 'view') => void
}) => (
  <SegmentedChoice
    label="Show"
    className={styles.switch}
    options={VIEWS}
    value={view}
    onChange={onChange}
  />
)
