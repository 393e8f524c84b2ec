import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { tellDeal } from '#contract/deal-reading.ts'
import { hiredOf } from '#contract/deal-sentences.ts'
import { dealSentence } from '#contract/deal-words.ts'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import type { AcceptProps } from '#web/applications/AcceptDialog.tsx'
import { BoardLink } from '#web/projects/BoardLink.tsx'
import { PublishProject } from '#web/projects/PublishProject.tsx'
import { isEditable, overWords, shopName } from '#web/projects/project-words.ts'
import { CloseHiring } from '#web/seats/CloseHiring.tsx'
import { HiringProgress } from '#web/seats/HiringProgress.tsx'
import { seatWords } from '#web/seats/seat-words.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { formatDay, formatShortDay } from '#web/ui/dates.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading, Pending } from '#web/ui/Loading.tsx'
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx'
import { Time } from '#web/ui/Time.tsx'
import { Crumb } from './Crumb.tsx'
import styles from './Project.module.css'
import { ProjectCase } from './ProjectCase.tsx'
import { BriefCard } from './RailCards.tsx'

const ApplicationsTab = lazyComponent(
  async () => (await import('#web/applications/ApplicationsTab.tsx')).ApplicationsTab,
  <Loading />,
)
const ProposedPrices = lazyComponent(
  async () => (await import('#web/applications/ProposedPrices.tsx')).ProposedPrices,
  <Pending />,
)
const WorkTiles = lazyComponent(async () => (await import('#web/profiles/WorkTiles.tsx')).WorkTiles)
const HiresTab = lazyComponent(
  async () => (await import('#web/seats/HiresTab.tsx')).HiresTab,
  <Loading />,
)
const HiddenProject = lazyComponent(
  async () => (await import('#web/reports/HiddenProject.tsx')).HiddenProject,
)
// The sheet and its pictures arrive together: the sheet must not grow under the finger.
const AcceptDialog = lazyComponent(async () => {
  const [{ AcceptDialog: Sheet }, { WorkPictures }] = await Promise.all([
    import('#web/applications/AcceptDialog.tsx'),
    import('#web/profiles/WorkPictures.tsx'),
  ])
  return (props: AcceptProps) => <Sheet {...props} Works={WorkPictures} />
})

const TABS = ['applications', 'hires'] as const
type Tab = (typeof TABS)[number]

/** A project that hires several creators, for its brand: the applicants, and everyone it hired. */
export function ListingView({ project }: { project: ProjectDetail }) {
  const [search, setSearch] = useSearchParams()
  // The tab from when the page opened: the hire that fills the project must not switch the tab under its reader.
  const [first] = useState<Tab>(
    project.status === 'active' || project.status === 'draft' ? 'applications' : 'hires',
  )
  const tab = TABS.find((one) => one === search.get('tab')) ?? first
  return (
    <div className={`page wrap ${styles.page}`}>
      <Crumb to={paths.myProjects}>My Projects</Crumb>
      <ProjectCase
        project={project}
        progress={
          <>
            <HiringProgress project={project} note={noteOf(project)} />
            {project.status === 'draft' ? null : (
              <div className={styles.toBoard}>
                <BoardLink project={project} variant="tonal" />
              </div>
            )}
          </>
        }
        next={
          <ButtonLink variant="tonal" to={paths.postAgain(project.id)}>
            {overWords.postAgain}
          </ButtonLink>
        }
        action={
          isEditable(project) ? (
            <div className={`row gap2 ${styles.acting}`}>
              <CloseHiring project={project} />
              <ButtonLink size="sm" to={paths.editProject(project.id)} className={styles.edit}>
                <Pencil size={15} aria-hidden="true" />
                Edit Project
              </ButtonLink>
              <PublishProject project={project} />
            </div>
          ) : null
        }
        facts={[
          [seatWords.each, formatUsd(project.budget)],
          ['Deadline', <Time key="deadline" value={project.deadline} />],
          ['Applications', seatWords.applied(project)],
          [
            project.timeline.posted_at ? 'Posted' : 'Created',
            <Time key="posted" value={project.timeline.posted_at ?? project.created_at} />,
          ],
        ]}
      />
      {project.hidden ? <HiddenProject isOwner /> : null}
      <Tabs
        label="Project"
        className={styles.tabs}
        value={tab}
        onValueChange={(value) =>
          setSearch({ tab: value }, { replace: true, preventScrollReset: true })
        }
        tabs={[
          {
            value: 'applications',
            label: seatWords.tabs.applications,
            count: project.to_answer ?? undefined,
          },
          { value: 'hires', label: seatWords.tabs.hires, count: project.hiring?.hired },
        ]}
      >
        <div className={styles.cols}>
          <div className="stack">
            <TabPanel value="applications">
              <ApplicationsTab project={project} AcceptDialog={AcceptDialog} Tiles={WorkTiles} />
            </TabPanel>
            <TabPanel value="hires">
              <HiresTab project={project} />
            </TabPanel>
          </div>
          <aside className={styles.rail} aria-label="About this project">
            {tab === 'applications' ? <ProposedPrices project={project} /> : null}
            <BriefCard project={project} />
          </aside>
        </div>
      </Tabs>
    </div>
  )
}

/** The sentence of the project's state, without the count that is shown above it. */
const noteOf = (project: ProjectDetail): string =>
  dealSentence(
    tellDeal(
      { project, payment: null, deliverables: [], disputes: [] },
      {
        reader: 'owner',
        creator: null,
        brand: shopName(project.seller),
        shortDay: formatShortDay,
        day: formatDay,
        turnedAway: null,
      },
    ),
  ).replace(project.hiring ? `${hiredOf(project.hiring)}. ` : '', '')
