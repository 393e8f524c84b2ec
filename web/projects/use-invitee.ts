import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { PersonCard } from '#contract/profile-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { isGone } from '#web/api/errors.ts'

/**
 * The creator a project is posted for: the address names them (`?invite=`), or the draft does. `id` is known first and
 * is saved with the project; `card` is null while the name is loading. Someone who is not a creator, or is gone, is
 * left out: the server would refuse the whole project for it.
 */
export function useInvitee(
  project: ProjectDetail | undefined,
  again: ProjectDetail | undefined,
): { id: string | null; card: PersonCard | null } {
  const asked = useSearchParams()[0].get('invite')
  // A project that repeats another already names its creator, where the address requests it.
  const hired =
    again?.creator && !again.creator_gone && again.creator.id === asked ? again.creator : null
  const kept = hired ?? (project?.status === 'draft' ? project.to_invite : null)
  const other = asked === kept?.id ? null : asked
  const { data, error } = useQuery({
    ...apiQuery('profiles.get', { params: { id: other ?? '' } }),
    enabled: other !== null,
  })
  if (other === null) return { id: kept?.id ?? null, card: kept ?? null }
  const isNoCreator = data ? data.role !== 'creator' : isGone(error)
  return isNoCreator ? { id: null, card: null } : { id: other, card: data ?? null }
}
