import type { Address } from '#contract/shipping-schemas.ts'
import type { Keyring } from '#server/keyring/keyring.ts'

/**
 * Addresses are stored encrypted (AES-256-GCM), under a key that is not in the database: a stolen table or backup
 * reveals none. Each is bound to the id of its shipment, so that one row's address cannot be copied into another.
 */
export interface AddressSeal {
  seal(shipmentId: string, address: Address): Buffer
  /** Null if it was encrypted with a key that this process lacks, or for another shipment. */
  open(shipmentId: string, box: Uint8Array): Address | null
}

interface Sealed {
  shipment_id: string
  address: Address
}

/** The encryption of an installation's addresses, with its own derived key (server/keyring). */
export function createAddressSeal(keys: Keyring): AddressSeal {
  return {
    seal: (shipmentId, address) =>
      keys.seal('address', JSON.stringify({ shipment_id: shipmentId, address } satisfies Sealed)),
    open(shipmentId, box) {
      const text = keys.open('address', box)
      if (text === null) return null
      const sealed = JSON.parse(text) as Partial<Sealed>
      return sealed.shipment_id === shipmentId && sealed.address !== undefined
        ? sealed.address
        : null
    },
  }
}
