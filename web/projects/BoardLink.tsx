import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

const words = {
  open: 'Open Board',
  openOf: (project: string) => `Open Board of ${project}`,
} as const

/** The link to the board of a project that hires several creators. */
export function BoardLink({
  project,
  variant,
}: {
  project: { id: string; title: string }
  variant?: 'tonal'
}) {
  return (
    <ButtonLink
      size="sm"
      variant={variant}
      to={paths.board(project.id)}
      aria-label={words.openOf(project.title)}
    >
      {words.open}
    </ButtonLink>
  )
}
