import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router'
import { usePageHead } from '../app/head.ts'
import { messageOf } from '../api/errors.ts'
import { useAuth } from '../api/session.tsx'
import { brand } from '../brand.ts'
import { paths } from '../paths.ts'
import { Board, Boards, KeyPlate } from '../ui/Boards.tsx'
import { cx } from '../ui/cx.ts'
import { SegmentedTabs, TabPanel } from '../ui/Tabs.tsx'
import { useToast } from '../ui/toast.ts'
import type { AuthForm } from './auth-form.ts'
import { readAuthState } from './auth-state.ts'
import styles from './AuthScreen.module.css'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
]

/** SPEC §2, /auth: two tabs over one form. Who is signed in goes on to the dashboard or the interrupted page. */
export function AuthScreen() {
  const auth = useAuth()
  const toast = useToast()
  const given = readAuthState(useLocation().state)
  const [tab, setTab] = useState<string>(given.tab)
  const [googleBusy, setGoogleBusy] = useState(false)
  /** The address a confirmation mail went to. */
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const form = useForm<AuthForm>({
    // The forms focus the first wrong field as it stands on the screen (focusFirstError).
    shouldFocusError: false,
    defaultValues: { name: '', email: '', password: '', role: given.role ?? 'creator' },
  })
  usePageHead({
    title: tab === 'sign-up' ? 'Sign Up' : 'Sign In',
    description: `Sign in to ${brand.name}, or join as a creator or a seller.`,
  })

  const returnPath = given.returnPath ?? paths.dashboard
  if (auth.status === 'signed_in') return <Navigate to={returnPath} replace />

  function changeTab(next: string) {
    form.clearErrors()
    setTab(next)
  }

  async function continueWithGoogle() {
    setGoogleBusy(true)
    try {
      await auth.signInWithGoogle(returnPath)
    } catch (error) {
      toast.error(messageOf(error))
      setGoogleBusy(false)
    }
  }

  const google = { busy: googleBusy, onClick: () => void continueWithGoogle() }
  return (
    <div className={cx('wrap wide', styles.auth)}>
      <div className={styles.pane}>
        <div className={styles.column}>
          <Heading tab={tab} />
          <SegmentedTabs
            label="Sign in or sign up"
            tabs={tabs}
            value={tab}
            onValueChange={changeTab}
          >
            <TabPanel value="sign-in">
              <SignInForm form={form} google={google} mailedTo={mailedTo} />
            </TabPanel>
            <TabPanel value="sign-up">
              <SignUpForm
                form={form}
                google={google}
                onSignedUp={(email) => {
                  setMailedTo(email)
                  changeTab('sign-in')
                }}
              />
            </TabPanel>
          </SegmentedTabs>
        </div>
      </div>
      <Boards stacked className={styles.boards} aria-hidden="true">
        <Board>
          <img src="/art/h-shop.svg" alt="" />
          <span className={styles.roleTag}>Sellers need content</span>
        </Board>
        <Board clay>
          <img src="/art/h-creator.svg" alt="" />
          <span className={cx(styles.roleTag, styles.roleTagRight)}>Creators make it</span>
        </Board>
        <KeyPlate>
          <span className={styles.keyText}>
            Paid
            <br />
            through
            <br />
            escrow
          </span>
        </KeyPlate>
      </Boards>
    </div>
  )
}

function Heading({ tab }: { tab: string }) {
  const joining = tab === 'sign-up'
  return (
    <div>
      <h1>{joining ? `Join ${brand.name}` : 'Welcome back'}</h1>
      <p className={styles.lead}>
        {joining ? 'Pick your side of the deal.' : 'Sign in to pick up where you left off.'}
      </p>
    </div>
  )
}
