import { useNavigate } from 'react-router'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { paths } from '#contract/paths.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { type Reading, type Sentences, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ProfileInput, useSaveProfile } from './use-profiles.ts'

interface Options<Draft> {
  profile: OwnProfile
  draft: string
  saved: Draft
  /** Builds the profile from the fields, and the errors of fields that are not part of a profile. */
  read: (typed: Draft) => { input: ProfileInput; errors?: Sentences<Draft> }
  /** Tells the user that it is saved. */
  onSaved: () => void
}

/** The form of a profile: checks it by the contract's schema, saves it, and then leads to the page that others see. */
export function useProfileForm<Draft extends FieldValues>(options: Options<Draft>) {
  const { profile, draft, saved, read, onSaved } = options
  const { mutateAsync } = useSaveProfile()
  const navigate = useNavigate()
  const kept = useKeptForm({
    draft,
    saved,
    async read(typed: Draft): Promise<Reading<Draft, ProfileInput>> {
      const { input, errors: besides = {} } = read(typed)
      const { checked, errors } = await check(input)
      const wrong = { ...(errors as Sentences<Draft>), ...besides }
      return Object.keys(wrong).length > 0
        ? { input: null, errors: wrong }
        : { input: checked, errors: null }
    },
  })
  const save = kept.submit(async (input) => {
    try {
      await mutateAsync(input)
    } catch (error) {
      // A refusal that names a field is shown beside it.
      const needsNoReason = kept.showRefusal(error) || mayPass(error)
      toast.error('Failed to update profile', needsNoReason ? undefined : messageOf(error))
      return
    }
    kept.finish()
    onSaved()
    await navigate(paths.publicProfile(profile.id))
  })
  return { ...kept, save }
}

/** Parsed by the contract's schema: trimmed, with empty values as null (SPEC §5). Loaded only now, because it brings zod. */
async function check(
  input: ProfileInput,
): Promise<{ checked: ProfileInput; errors: Record<string, string> }> {
  const schemas = await import('#contract/profile-schemas.ts').catch(() => null)
  // The schema could not be loaded: the server checks by the same one.
  const { data, error } = schemas?.profileChanges.safeParse(input) ?? { data: input }
  return { checked: data ?? input, errors: error ? sentences(error.issues) : {} }
}

/** Errors by field; the first one where a field, or the entries of one list, have several. */
function sentences(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0] ?? ''), message]),
  )
}
