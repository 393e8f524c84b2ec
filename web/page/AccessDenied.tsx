import type { Role } from '#contract/profiles.ts'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { usePageHead } from './head.ts'
import { Unjoined } from './Unjoined.tsx'

/**
 * SPEC §2, word for word; shown to anyone else on the pages of `seller` and of `creator`. The server refuses with the
 * same text.
 */
const copy = {
  seller: {
    title: 'Access Denied - This page is only available to sellers.',
    text: 'You are signed in as a creator.',
    action: { label: 'Go to My Work', to: paths.dashboard },
  },
  creator: {
    title: 'Access Denied - This page is only available to creators.',
    text: 'You are signed in as a brand.',
    action: { label: 'Find Creators', to: paths.findCreators },
  },
} as const satisfies Record<Role, unknown>

/** Shown on the other role's pages. */
export function AccessDenied({ only }: { only: Role }) {
  usePageHead({ title: 'Access Denied' })
  const { title, text, action } = copy[only]
  return (
    <Unjoined
      title={title}
      text={text}
      action={
        <ButtonLink variant="primary" size="lg" to={action.to}>
          {action.label}
        </ButtonLink>
      }
    />
  )
}
