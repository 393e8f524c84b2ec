import { paths } from '#contract/paths.ts'

/** Addresses of the console, all below `paths.operator`. */
export const consolePaths = {
  overview: paths.operator,
  people: `${paths.operator}/people`,
  person: (id: string) => `${paths.operator}/people/${encodeURIComponent(id)}`,
  view: (id: string) => `${paths.operator}/people/${encodeURIComponent(id)}/view`,
  projects: `${paths.operator}/projects`,
  project: (id: string) => `${paths.operator}/projects/${encodeURIComponent(id)}`,
  payments: `${paths.operator}/payments`,
  payment: (id: string) => `${paths.operator}/payments/${encodeURIComponent(id)}`,
  documents: `${paths.operator}/documents`,
  document: (id: string) => `${paths.operator}/documents/${encodeURIComponent(id)}`,
  disputes: `${paths.operator}/disputes`,
  dispute: (id: string) => `${paths.operator}/disputes/${encodeURIComponent(id)}`,
  reports: `${paths.operator}/reports`,
  report: (id: string) => `${paths.operator}/reports/${encodeURIComponent(id)}`,
  appeals: `${paths.operator}/appeals`,
  reviews: `${paths.operator}/reviews`,
  rings: `${paths.operator}/rings`,
  webhooks: `${paths.operator}/webhooks`,
  webhooksAbout: (q: string) => `${paths.operator}/webhooks?q=${encodeURIComponent(q)}`,
  jobs: `${paths.operator}/jobs`,
  differences: `${paths.operator}/differences`,
  activity: `${paths.operator}/activity`,
  operators: `${paths.operator}/operators`,
} as const

/** The console's own navigation, in order; `count` names the overview's number beside it. */
export const consoleLinks = [
  { label: 'Overview', to: consolePaths.overview },
  { label: 'People', to: consolePaths.people },
  { label: 'Projects', to: consolePaths.projects },
  { label: 'Payments', to: consolePaths.payments },
  { label: 'Documents', to: consolePaths.documents },
  { label: 'Disputes', to: consolePaths.disputes, count: 'disputes_to_decide' },
  { label: 'Reports', to: consolePaths.reports, count: 'open_reports' },
  { label: 'Appeals', to: consolePaths.appeals, count: 'open_appeals' },
  { label: 'Reviews', to: consolePaths.reviews },
  { label: 'Rings', to: consolePaths.rings },
  { label: 'Webhook inbox', to: consolePaths.webhooks, count: 'waiting_webhooks' },
  { label: 'Failed jobs', to: consolePaths.jobs, count: 'given_up_jobs' },
  { label: 'Differences', to: consolePaths.differences, count: 'open_differences' },
  { label: 'Activity', to: consolePaths.activity },
  { label: 'Operators', to: consolePaths.operators },
] as const
