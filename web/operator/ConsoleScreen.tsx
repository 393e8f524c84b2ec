import type { ComponentProps } from 'react'
import { Route, Routes } from 'react-router'
import { ApiError } from '#web/api/errors.ts'
import { usePageHead } from '#web/page/head.ts'
import { FailedPage } from '#web/loading/FailedPage.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { NotFound } from '#web/page/NotFound.tsx'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Console.module.css'
import { ConsoleNavigation } from './ConsoleNavigation.tsx'
import { useOverview } from './use-console.ts'

const wait = <Loading />
const Overview = lazyComponent(
  async () => (await import('./OverviewScreen.tsx')).OverviewScreen,
  wait,
)
const People = lazyComponent(async () => (await import('./PeopleScreen.tsx')).PeopleScreen, wait)
const Person = lazyComponent(async () => (await import('./PersonScreen.tsx')).PersonScreen, wait)
const ViewAs = lazyComponent(async () => (await import('./ViewAsScreen.tsx')).ViewAsScreen, wait)
const Projects = lazyComponent(
  async () => (await import('./ProjectsScreen.tsx')).ProjectsScreen,
  wait,
)
const Project = lazyComponent(async () => (await import('./ProjectScreen.tsx')).ProjectScreen, wait)
const Payments = lazyComponent(
  async () => (await import('./PaymentsScreen.tsx')).PaymentsScreen,
  wait,
)
const Payment = lazyComponent(async () => (await import('./PaymentScreen.tsx')).PaymentScreen, wait)
const Documents = lazyComponent(
  async () => (await import('./DocumentsScreen.tsx')).DocumentsScreen,
  wait,
)
const Document = lazyComponent(
  async () => (await import('./DocumentScreen.tsx')).DocumentScreen,
  wait,
)
const Disputes = lazyComponent(
  async () => (await import('./DisputesScreen.tsx')).DisputesScreen,
  wait,
)
const Dispute = lazyComponent(async () => (await import('./DisputeScreen.tsx')).DisputeScreen, wait)
const Reviews = lazyComponent(async () => (await import('./ReviewsScreen.tsx')).ReviewsScreen, wait)
const Rings = lazyComponent(async () => (await import('./RingsScreen.tsx')).RingsScreen, wait)
const Reports = lazyComponent(async () => (await import('./ReportsScreen.tsx')).ReportsScreen, wait)
const Report = lazyComponent(async () => (await import('./ReportScreen.tsx')).ReportScreen, wait)
const Appeals = lazyComponent(async () => (await import('./AppealsScreen.tsx')).AppealsScreen, wait)
const Webhooks = lazyComponent(
  async () => (await import('./WebhooksScreen.tsx')).WebhooksScreen,
  wait,
)
const Jobs = lazyComponent(async () => (await import('./JobsScreen.tsx')).JobsScreen, wait)
const Differences = lazyComponent(
  async () => (await import('./DifferencesScreen.tsx')).DifferencesScreen,
  wait,
)
const Activity = lazyComponent(
  async () => (await import('./ActivityScreen.tsx')).ActivityScreen,
  wait,
)

const Operators = lazyComponent(
  async () => (await import('./OperatorsScreen.tsx')).OperatorsScreen,
  wait,
)

/**
 * The operator's console: its navigation and, beside it, one of its screens, each loaded when first opened. For anyone
 * else the page does not exist; an operator without a second factor sees what is missing.
 */
export function ConsoleScreen() {
  const overview = useOverview()
  const refused = overview.error instanceof ApiError ? overview.error : null
  if (overview.data === undefined && refused?.status === 404) return <NotFound />
  if (refused?.code === 'operator.second_factor_required')
    return <SecondFactorMissing text={refused.message} />
  if (overview.isError && overview.data === undefined) return <ConsoleFailed query={overview} />
  return (
    <Loaded query={overview} pending={<Loading page />}>
      {(waiting) => (
        <div className={`page wrap ${styles.console}`}>
          <ConsoleNavigation overview={waiting} />
          <div className={styles.screen}>
            <Routes>
              <Route index element={<Overview overview={waiting} />} />
              <Route path="people" element={<People />} />
              <Route path="people/:id" element={<Person />} />
              <Route path="people/:id/view" element={<ViewAs />} />
              <Route path="projects" element={<Projects />} />
              <Route path="projects/:id" element={<Project />} />
              <Route path="payments" element={<Payments />} />
              <Route path="payments/:id" element={<Payment />} />
              <Route path="documents" element={<Documents />} />
              <Route path="documents/:id" element={<Document />} />
              <Route path="disputes" element={<Disputes />} />
              <Route path="disputes/:id" element={<Dispute />} />
              <Route path="reviews" element={<Reviews />} />
              <Route path="rings" element={<Rings />} />
              <Route path="reports" element={<Reports />} />
              <Route path="reports/:id" element={<Report />} />
              <Route path="appeals" element={<Appeals />} />
              <Route path="webhooks" element={<Webhooks />} />
              <Route path="jobs" element={<Jobs />} />
              <Route path="differences" element={<Differences />} />
              <Route path="activity" element={<Activity />} />
              <Route path="operators" element={<Operators />} />
              <Route path="*" element={<NotFound />} />
            </Routes>
          </div>
        </div>
      )}
    </Loaded>
  )
}

function ConsoleFailed({ query }: Pick<ComponentProps<typeof FailedPage>, 'query'>) {
  usePageHead({ title: 'Console' })
  return <FailedPage heading="Console" query={query} />
}

function SecondFactorMissing({ text }: { text: string }) {
  usePageHead({ title: 'Console' })
  return (
    <div className={`page wrap ${styles.narrow}`}>
      <h1>Console</h1>
      <Notice
        tone="your-move"
        title="One step is missing"
        actions={
          <ButtonLink variant="primary" to={paths.security}>
            Open your security settings
          </ButtonLink>
        }
      >
        {text} Then sign in once more with its code.
      </Notice>
    </div>
  )
}
