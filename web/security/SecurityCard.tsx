import { useAuth } from '#web/api/session.tsx'
import { authenticatorsOf } from '#web/auth/second-factors.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { AuthenticatorRow } from './AuthenticatorRow.tsx'
import { EmailRow } from './EmailRow.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { SessionList } from './SessionList.tsx'

const RecoveryCodesRow = lazyComponent(
  async () => (await import('./RecoveryCodesRow.tsx')).RecoveryCodesRow,
)

const PasskeysRow = lazyComponent(async () => (await import('./PasskeysRow.tsx')).PasskeysRow)

/** How the reader signs in and where they are signed in. */
export function SecurityCard() {
  const { user } = useAuth()
  const protectedByApp = authenticatorsOf(user?.factors).length > 0
  return (
    <div className="card pad">
      <PasswordRow />
      <EmailRow />
      <PasskeysRow />
      <AuthenticatorRow />
      {protectedByApp ? <RecoveryCodesRow /> : null}
      <SessionList />
    </div>
  )
}
