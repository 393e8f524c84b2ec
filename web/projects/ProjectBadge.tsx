import type { Project } from '#contract/project-schemas.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { Badge, StatusBadge } from '#web/ui/Badge.tsx'
import type { StatusBadgeEntry } from '#web/ui/status-badges.ts'

/** The state of a project that wants several creators, where that state has a name of its own. */
const HIRING: Partial<Record<ProjectStatus, StatusBadgeEntry>> = {
  active: { word: 'Hiring', tone: 'green', glyph: 'ring-dot' },
  in_progress: { word: 'Hired', tone: 'blue', glyph: 'half-disc' },
}

/** The badge of a project. */
export function ProjectBadge({ project }: { project: Pick<Project, 'status' | 'hiring'> }) {
  const own = project.hiring ? HIRING[project.status] : undefined
  if (own === undefined) return <StatusBadge kind="project" status={project.status} />
  return (
    <Badge tone={own.tone} glyph={own.glyph}>
      {own.word}
    </Badge>
  )
}
