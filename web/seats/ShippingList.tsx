import { useState } from 'react'
import { useShipment } from '#web/shipping/use-shipping.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import styles from './Seats.module.css'
import { seatWords } from './seat-words.ts'

const ShippingSheet = lazyComponent(
  async () => (await import('#web/shipping/ShippingSheet.tsx')).ShippingSheet,
  null,
  'nobody',
)

/**
 * Opens the list of parcels of a project that sends a product to everyone it hires; renders nothing for other projects.
 */
export function ShippingList({ projectId }: { projectId: string }) {
  const { data } = useShipment(projectId)
  const [isOpen, setOpen] = useState(false)
  if (!data?.shipment) return null
  return (
    <div className={styles.fund}>
      <Button onClick={() => setOpen(true)}>{seatWords.shippingList}</Button>
      {isOpen ? <ShippingSheet projectId={projectId} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
