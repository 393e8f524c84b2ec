import { DataRow } from './DataRow.tsx'
import { DeleteAccountRow } from './DeleteAccountRow.tsx'

/** A copy of the reader's own data, and the deletion of the account. */
export function DataCard() {
  return (
    <div className="card pad">
      <DataRow />
      <DeleteAccountRow />
    </div>
  )
}
