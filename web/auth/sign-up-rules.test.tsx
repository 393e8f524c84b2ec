import { useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { pageFacts, PageFactsContext } from '#web/page/page-facts.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import type { AuthForm } from './auth-form.ts'
import { SignUpForm } from './SignUpForm.tsx'

/** What the operator may decide about sign-ups. */
type Rules = Pick<NonNullable<Parameters<typeof pageFacts>[1]>, 'passwordMin' | 'signUps'>

function Form() {
  const form = useForm<AuthForm>()
  return <SignUpForm form={form} google={{ busy: false, onClick() {} }} onSignedUp={() => {}} />
}

const said = (rules: Rules) =>
  wordsOf(
    <PageFactsContext value={pageFacts('', rules)}>
      <Form />
    </PageFactsContext>,
  )

describe('the Sign Up tab', () => {
  test.each([
    [{}, 'At least 6 characters'],
    [{ passwordMin: 12 }, 'At least 12 characters'],
  ])('states the fewest characters of a password before anything is sent: %o', (rules, hint) => {
    expect(said(rules).match(/At least \d+ characters/g)).toEqual([hint])
  })

  test('says that sign-ups are closed instead of showing a form that would be refused', () => {
    const closed = said({ signUps: false })
    expect(closed).toContain('We are not taking new sign-ups right now.')
    expect(closed).not.toContain('Password')
    expect(closed).not.toContain('Google')
  })
})
