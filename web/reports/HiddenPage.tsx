import { paths } from '#contract/paths.ts'
import { Unjoined } from '#web/page/Unjoined.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

/** In place of a project that our team has hidden, for everyone who is not in it. */
export function HiddenPage({ text }: { text: string }) {
  return (
    <Unjoined
      title="Project Hidden"
      text={text}
      action={
        <ButtonLink variant="primary" size="lg" to={paths.projects}>
          Browse Projects
        </ButtonLink>
      }
    />
  )
}
