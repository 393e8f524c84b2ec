import { DataRow } from './DataRow.tsx'
import { DeleteAccountRow } from './DeleteAccountRow.tsx'

/** A copy of what one owns here, and the way out. */
export function DataCard() {
  return (
    <div className="card pad">
      <DataRow />
      <DeleteAccountRow />
    </div>
  )
}
