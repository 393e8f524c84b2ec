import { useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { pageFacts, PageFactsContext } from '#web/page/page-facts.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import type { AuthForm } from './auth-form.ts'
import { SignUpForm } from './SignUpForm.tsx'

/** What the operator may decide about sign-ups. */
type Rules = Pick<NonNullable<Parameters<typeof pageFacts>[1]>, 'passwords' | 'signUps'>

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
    [{ passwords: { min: 12, sets: [] } }, 'At least 12 characters'],
    [
      { passwords: { min: 6, sets: ['abc', '012'] } },
      'At least 6 characters, one of each: abc, 012',
    ],
  ])('states what a password needs before anything is sent: %o', (rules, hint) => {
    expect(said(rules)).toContain(`${hint} Sign Up`)
  })

  test('says that sign-ups are closed instead of showing a form that would be refused', () => {
    const closed = said({ signUps: false })
    expect(closed).toContain('We are not taking new sign-ups right now.')
    expect(closed).not.toContain('Password')
    expect(closed).not.toContain('Google')
  })
})
