import type { Address } from '#contract/shipping-schemas.ts'
import type { Keyring } from '#server/keyring/keyring.ts'

/**
 * Addresses are stored sealed (AES-256-GCM), under a key that is not in the database: a stolen table or backup names no
 * place. Each is sealed with the id of its shipment, so that a row cannot be made to show another's.
 */
export interface AddressSeal {
  seal(shipmentId: string, address: Address): Buffer
  /** Null when it was sealed with a key that is not here, or for another shipment. */
  open(shipmentId: string, box: Uint8Array): Address | null
}

interface Sealed {
  shipment_id: string
  address: Address
}

/** The seal of an installation, with a key of its own (server/keyring). */
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
