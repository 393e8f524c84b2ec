import { AuthenticatorRow } from './AuthenticatorRow.tsx'
import { DataRow } from './DataRow.tsx'
import { DeleteAccountRow } from './DeleteAccountRow.tsx'
import { EmailRow } from './EmailRow.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { SessionList } from './SessionList.tsx'

/** How one signs in and where one is signed in; one's own data, and deleting the account. */
export function SecurityCard() {
  return (
    <section className="card pad" aria-labelledby="security">
      <h2 id="security">Security</h2>
      <PasswordRow />
      <EmailRow />
      <AuthenticatorRow />
      <SessionList />
      <DataRow />
      <DeleteAccountRow />
    </section>
  )
}
