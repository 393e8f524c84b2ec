import { AuthenticatorRow } from './AuthenticatorRow.tsx'
import { EmailRow } from './EmailRow.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { SessionList } from './SessionList.tsx'

/** How one signs in and where one is signed in. */
export function SecurityCard() {
  return (
    <div className="card pad">
      <PasswordRow />
      <EmailRow />
      <AuthenticatorRow />
      <SessionList />
    </div>
  )
}
