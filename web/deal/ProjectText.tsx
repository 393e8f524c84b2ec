import type { ProjectDetail } from '#contract/project-schemas.ts'
import { Pending } from '#web/ui/Loading.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const ProjectBrief = lazyComponent(
  async () => (await import('#web/briefs/ProjectBrief.tsx')).ProjectBrief,
  <Pending />,
)

/** What the brand needs: its brief if it has one, its own words, and, if given, the product. */
export function ProjectText({
  project,
}: {
  project: Pick<ProjectDetail, 'description' | 'product_details' | 'brief' | 'rounds'>
}) {
  const { brief } = project
  return (
    <>
      {brief ? <ProjectBrief brief={brief} rounds={project.rounds?.agreed} /> : null}
      {brief?.described ? null : (
        <>
          <h2>{brief ? 'In the brand’s words' : 'What we need'}</h2>
          <p className="prose">{project.description}</p>
        </>
      )}
      {project.product_details ? (
        <>
          <h2>Product details</h2>
          <p className="prose">{project.product_details}</p>
        </>
      ) : null}
    </>
  )
}
