import { use, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router'
import { usePageHead } from '#web/page/head.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { brand } from '#web/page/brand.ts'
import { keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'
import { paths } from '#contract/paths.ts'
import { DEFAULT_ROLE } from '#contract/profiles.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { SegmentedTabs, TabPanel } from '#web/ui/Tabs.tsx'
import { useToast } from '#web/ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { doorWords } from './door-words.ts'
import { AUTH_DRAFT, type AuthForm } from './auth-form.ts'
import { readAuthState } from './auth-state.ts'
import type { Confirmation } from './ConfirmationNotice.tsx'
import { intendRole } from './intended-role.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'
import { signInWithGoogle } from './ways-in.ts'

const CodeStep = lazyComponent(
  async () => (await import('./CodeStep.tsx')).CodeStep,
  <Loading page />,
  'nobody',
)
const RoleStep = lazyComponent(
  async () => (await import('./RoleStep.tsx')).RoleStep,
  <Loading page />,
  'nobody',
)

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
]

/**
 * SPEC §2, /auth: two tabs over one form, then the steps still required after signing in. A person who is done goes on
 * to the dashboard or the interrupted page.
 */
export function AuthScreen() {
  const auth = useAuth()
  const given = readAuthState(useLocation().state)
  if (auth.status === 'signed_in')
    return <Navigate to={given.returnPath ?? paths.dashboard} replace />
  if (auth.step === 'code') return <CodeStep />
  if (auth.step === 'role') return <RoleStep />
  return <Door given={given} />
}

const NOTHING_TYPED = { email: '', name: '' }

/**
 * Whether the reader is already typing into the prerendered page: restoring a draft now would overwrite their words.
 */
const isTyping = () =>
  typeof document !== 'undefined' && document.activeElement instanceof HTMLInputElement

function Door({ given }: { given: ReturnType<typeof readAuthState> }) {
  const toast = useToast()
  const { signUps } = use(PageFactsContext)
  const [tab, setTab] = useState<string>(given.tab)
  const [googleBusy, setGoogleBusy] = useState(false)
  /** What to say about the confirmation of an address; initially what a link reported. */
  const [said, setSaid] = useState<Confirmation | null>(null)
  const confirmation = said ?? (given.confirmation ? { state: given.confirmation } : null)
  const [typed] = useState(() =>
    isTyping() ? NOTHING_TYPED : restoreDraft(null, AUTH_DRAFT, NOTHING_TYPED),
  )
  const form = useForm<AuthForm>({
    // The forms focus the first wrong field in visual order (focusFirstError).
    shouldFocusError: false,
    defaultValues: {
      name: typed.name,
      email: given.email ?? typed.email,
      password: '',
      role: given.role ?? DEFAULT_ROLE,
    },
  })
  const [email, name] = useWatch({ control: form.control, name: ['email', 'name'] })
  useEffect(() => {
    keepDraft(null, AUTH_DRAFT, email || name ? { email, name } : null)
  }, [email, name])
  const joining = tab === 'sign-up'
  usePageHead({
    title: joining ? 'Sign Up' : 'Sign In',
    description: `Sign in to ${brand.name}, or join as a creator or a brand.`,
  })

  function changeTab(next: string) {
    form.clearErrors()
    setTab(next)
  }

  async function continueWithGoogle() {
    setGoogleBusy(true)
    try {
      intendRole(joining ? form.getValues('role') : null)
      await signInWithGoogle(given.returnPath ?? paths.dashboard)
    } catch (error) {
      toast.error(messageOf(error))
      setGoogleBusy(false)
    }
  }

  useEffect(() => {
    // Back from Google by the browser's button: the page is restored from the cache, with its button still busy.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setGoogleBusy(false)
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

  const google = { busy: googleBusy, onClick: () => void continueWithGoogle() }
  return (
    <AuthFrame
      {...doorWords({
        joining: joining && signUps,
        confirming: confirmation !== null && confirmation.state !== 'expired',
        returnPath: given.returnPath,
      })}
    >
      <SegmentedTabs label="Sign in or sign up" tabs={tabs} value={tab} onValueChange={changeTab}>
        <TabPanel value="sign-in">
          <SignInForm
            form={form}
            google={google}
            confirmation={confirmation}
            onConfirmation={setSaid}
          />
        </TabPanel>
        <TabPanel value="sign-up">
          <SignUpForm
            form={form}
            google={google}
            onSignedUp={(email) => {
              setSaid({ state: 'mailed', email })
              changeTab('sign-in')
            }}
          />
        </TabPanel>
      </SegmentedTabs>
    </AuthFrame>
  )
}
