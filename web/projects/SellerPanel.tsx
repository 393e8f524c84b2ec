import { paths } from '#contract/paths.ts'
import { StatStrip } from '#web/ui/StatStrip.tsx'
import styles from './SellerPanel.module.css'
import { useSellerCounts } from './use-projects.ts'

/** The seller's summary: Create Project, and the numbers of drafts, active projects and reviews (SPEC §2). */
export function SellerPanel() {
  const { data } = useSellerCounts()
  return (
    <section className={styles.panel} aria-label="Summary">
      <StatStrip
        action={{ label: 'Create Project', note: 'Post New Project', to: paths.postProject }}
        stats={[
          { label: 'Draft Projects', value: data?.draft_projects ?? '–', to: paths.myProjects },
          {
            label: 'Active Projects',
            note: 'Currently accepting applications',
            value: data?.active_projects ?? '–',
            to: paths.myProjects,
          },
          { label: 'Pending Reviews', value: data?.pending_reviews ?? '–', to: paths.myProjects },
        ]}
      />
    </section>
  )
}
