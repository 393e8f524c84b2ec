import { useState } from 'react'
import type { profileChanges } from '#contract/profile-schemas.ts'
import { ApiError } from '../api/errors.ts'
import { focusFirstError } from '../forms/focus-first-error.ts'
import { toast } from '../ui/toast.ts'
import { useSaveProfile, type ProfileInput } from './use-profiles.ts'

/** Sentences by field: `{ website: 'Invalid URL' }`. Of a list, the first bad entry speaks for all. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * Checks a profile form with the contract's schema (loaded only now, it brings zod) and saves it. `save` answers true
 * when the profile was saved; otherwise `errors` says what is wrong, and a toast when the server would not.
 */
export function useProfileForm() {
  const saving = useSaveProfile()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [checking, setChecking] = useState(false)

  async function save(input: ProfileInput): Promise<boolean> {
    setChecking(true)
    try {
      const { profileChanges: schema } = await import('#contract/profile-schemas.ts')
      const found = fieldErrors(schema, input)
      setErrors(found)
      if (Object.keys(found).length > 0) {
        focusFirstError()
        return false
      }
      await saving.mutateAsync(input)
      return true
    } catch (error) {
      if (error instanceof ApiError) {
        setErrors(byField(error.fields))
        focusFirstError()
      }
      toast.error('Failed to update profile')
      return false
    } finally {
      setChecking(false)
    }
  }

  return { save, errors, busy: checking || saving.isPending }
}

function fieldErrors(schema: typeof profileChanges, input: ProfileInput): FieldErrors {
  const checked = schema.safeParse(input)
  if (checked.success) return {}
  return byField(
    Object.fromEntries(
      checked.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]),
    ),
  )
}

/** "portfolio_urls.2" is shown at portfolio_urls. The server names a field of the body "body.name" or "name". */
function byField(fields: Readonly<Record<string, string>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path.replace(/^body\./, '').split('.')[0] ?? path,
      message,
    ]),
  )
}
