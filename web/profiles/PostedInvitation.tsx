import { useSearchParams } from 'react-router'
import { LazyInviteDialog } from '#web/invitations/LazyInviteDialog.tsx'
import { usePublicProfile } from './use-profiles.ts'

/** The invitation that caused a project to be posted first: the address names the creator and the project. */
export function PostedInvitation() {
  const [search, setSearch] = useSearchParams()
  const creatorId = search.get('invite')
  return creatorId ? (
    <InviteNamed
      creatorId={creatorId}
      projectId={search.get('project') ?? undefined}
      onClose={() =>
        setSearch(
          (now) => {
            now.delete('invite')
            now.delete('project')
            return now
          },
          { replace: true },
        )
      }
    />
  ) : null
}

interface NamedProps {
  creatorId: string
  projectId: string | undefined
  onClose: () => void
}

function InviteNamed({ creatorId, projectId, onClose }: NamedProps) {
  const { data: creator } = usePublicProfile(creatorId)
  return creator?.role === 'creator' ? (
    <LazyInviteDialog creator={creator} projectId={projectId} onClose={onClose} />
  ) : null
}
