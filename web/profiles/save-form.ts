import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#web/api/errors.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useSaveProfile, type ProfileInput } from './use-profiles.ts'

/** Errors by field: `{ website: 'Invalid URL' }`. For a list, the first bad entry's. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * Validates a profile form with the contract's schema (loaded on demand, because it brings zod) and saves it. `save`
 * returns true when the profile was saved; otherwise `errors` says what is wrong, plus a toast when the server refused.
 */
export function useProfileForm() {
  const saving = useSaveProfile()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [checking, setChecking] = useState(false)

  async function save(input: ProfileInput): Promise<boolean> {
    setChecking(true)
    try {
      const { profileChanges: schema } = await import('#contract/profile-schemas.ts')
      const checked = schema.safeParse(input)
      if (!checked.success) {
        setErrors(byField(sentences(checked.error.issues)))
        focusFirstError()
        return false
      }
      setErrors({})
      // As validated: trimmed, and empty values are sent as null (SPEC §5).
      await saving.mutateAsync(checked.data)
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

/** By path; of several for one, the first. */
function sentences(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [path.join('.'), message]),
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
