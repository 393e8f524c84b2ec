import { useEffect } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { paths } from '#contract/paths.ts'
import { firstName } from '#web/projects/project-words.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Application.module.css'
import { takeKeptFocus } from '#web/ui/use-kept-focus.ts'
import { NEXT_STEP, nextStep } from './next-step.ts'

/** After accepting, the next step is on another tab. */
export function FundNext({ project }: { project: ProjectDetail }) {
  // Rendered later than the accepted row, which has the keyboard focus until then.
  useEffect(() => takeKeptFocus(nextStep()), [])
  return (
    <div className={styles.next} {...NEXT_STEP}>
      <Notice
        tone="your-move"
        title="Fund escrow next."
        actions={
          <ButtonLink size="sm" to={paths.projectTab(project.id, 'payment')} preventScrollReset>
            Go to Payment
          </ButtonLink>
        }
      >
        {firstName(project.creator) ?? 'The creator'} can start once{' '}
        {project.accepted_price === null ? 'the agreed price' : formatUsd(project.accepted_price)}{' '}
        is held.
      </Notice>
    </div>
  )
}
