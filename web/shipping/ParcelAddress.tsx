import type { Address } from '#contract/shipping-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Shipment.module.css'
import { shipmentCardWords as say } from './shipment-card-words.ts'
import { useAddress } from './use-shipping.ts'

/** The delivery address, for the brand and for the person who gave it. */
export function ParcelAddress({ projectId }: { projectId: string }) {
  const query = useAddress(projectId)
  if (query.data === undefined)
    return query.isError ? <FailedNotice query={query} failed={() => say.addressFailed} /> : null
  const { address } = query.data
  if (address === null) return <p className="sm muted">{say.gone}</p>
  const lines = linesOf(address)
  return (
    <div className={styles.address}>
      <h3 className="sm">{say.address}</h3>
      <address>{lines.join('\n')}</address>
      <Button size="sm" onClick={() => copy(lines)}>
        {say.copy}
      </Button>
    </div>
  )
}

/** As written on a parcel. */
const linesOf = (address: Address): string[] =>
  [
    address.name,
    address.line1,
    address.line2,
    [address.postal_code, address.city].filter(Boolean).join(' '),
    address.region,
    address.country,
    address.phone,
  ].filter((line): line is string => line !== null && line !== '')

const copy = (lines: readonly string[]) =>
  void navigator.clipboard.writeText(lines.join('\n')).then(
    () => toast.success(say.copied),
    // Where the page has no access to the clipboard, the address is copied by hand.
    () => undefined,
  )
