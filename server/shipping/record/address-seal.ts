import type { Address } from '#contract/shipping-schemas.ts'
import { createAuthSecrets } from '#server/auth/settings/auth-secrets.ts'

/**
 * Addresses are stored sealed (AES-256-GCM), under a key that is not in the database: a stolen table or backup names no
 * place. Each is sealed with the id of its shipment, so that a row cannot be made to show another's.
 */
export interface AddressSeal {
  seal(shipmentId: string, address: Address): Buffer
  /** Null when it was sealed with another secret, or for another shipment. */
  open(shipmentId: string, box: Uint8Array): Address | null
}

interface Sealed {
  shipment_id: string
  address: Address
}

/** The seal of an installation, derived from its one secret as every other (auth-secrets.ts). */
export function createAddressSeal(secret: string): AddressSeal {
  const secrets = createAuthSecrets(secret)
  return {
    seal: (shipmentId, address) =>
      secrets.seal(JSON.stringify({ shipment_id: shipmentId, address } satisfies Sealed)),
    open(shipmentId, box) {
      const text = secrets.open(box)
      if (text === null) return null
      const sealed = JSON.parse(text) as Partial<Sealed>
      return sealed.shipment_id === shipmentId && sealed.address !== undefined
        ? sealed.address
        : null
    },
  }
}
