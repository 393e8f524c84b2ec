import type { ProjectDetail } from '#contract/project-schemas.ts'

/** The brand's text: the need and, if given, the product. */
export function ProjectText({
  project,
}: {
  project: Pick<ProjectDetail, 'description' | 'product_details'>
}) {
  return (
    <>
      <h2>What we need</h2>
      <p className="prose">{project.description}</p>
      {project.product_details ? (
        <>
          <h2>Product details</h2>
          <p className="prose">{project.product_details}</p>
        </>
      ) : null}
    </>
  )
}
