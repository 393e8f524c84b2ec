import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Role } from '#contract/profiles.ts'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { useSignOut } from './use-sign-out.ts'
import { brand } from '#web/page/brand.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { useToast } from '#web/ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { roleOptions } from './auth-form.ts'
import styles from './AuthScreen.module.css'
import { intendedRole, intendRole } from './intended-role.ts'

/** Decision P19: a person who signed up with Google chooses their role once, before anything else. */
export function RoleStep() {
  const { profile, user } = useAuth()
  const toast = useToast()
  const signOut = useSignOut()
  const choose = useChooseRole()
  const form = useForm<{ role: Role | '' }>({ defaultValues: { role: intendedRole() ?? '' } })
  usePageHead({ title: 'One question' })

  const submit = form.handleSubmit(async ({ role }) => {
    if (role === '') return
    toast.dismiss()
    try {
      await choose.mutateAsync(role)
      intendRole(null)
    } catch (error) {
      toast.error(messageOf(error))
    }
  })

  const firstName = profile?.name.split(' ')[0] ?? ''
  return (
    <AuthFrame
      title={firstName ? `Welcome, ${firstName}` : `Join ${brand.name}`}
      lead="Pick your side of the deal. It stays the same afterwards."
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <RadioCards
          legend="I am a:"
          options={roleOptions}
          error={form.formState.errors.role?.message}
          {...form.register('role', { required: 'Choose one of the two' })}
        />
        <Button
          type="submit"
          variant="primary"
          block
          className={styles.submit}
          busy={choose.isPending}
          busyText="Saving..."
        >
          Continue
        </Button>
        <p className={styles.beside}>
          Signed in as {user?.email}.{' '}
          <button type="button" className="link" onClick={signOut}>
            Sign out
          </button>
        </p>
      </form>
    </AuthFrame>
  )
}

function useChooseRole() {
  const queries = useQueryClient()
  const me = apiQuery('profiles.me').queryKey
  return useMutation({
    mutationFn: (role: Role) => call('profiles.choose_role', { body: { role } }),
    onSuccess: (profile) => queries.setQueryData(me, profile),
    // Chosen in another tab meanwhile: the server's answer counts.
    onError: () => queries.invalidateQueries({ queryKey: me }),
  })
}
