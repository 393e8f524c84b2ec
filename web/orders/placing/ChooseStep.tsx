import { itemText } from '#contract/brief-item-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { ShownPackage } from '#contract/package-schemas.ts'
import { LicenceLine } from '#web/licences/LicenceLine.tsx'
import { packageWords } from '#web/packages/package-words.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import styles from '#web/orders/Order.module.css'
import { orderWords } from '#web/orders/order-words.ts'

interface Props {
  offer: ShownPackage
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

/** What is in the package, and what can be added. */
export function ChooseStep({ offer, chosen, onChoose }: Props) {
  return (
    <>
      <section className={styles.part}>
        <h2>{orderWords.choose}</h2>
        <ul className={styles.items}>
          {offer.items.map((item) => (
            <li key={item.id}>{itemText(item)}</li>
          ))}
          <li>{packageWords.rounds(offer.rounds)}</li>
        </ul>
        <LicenceLine />
      </section>
      {offer.add_ons.length > 0 ? (
        <fieldset className={styles.part}>
          <legend>{orderWords.addOns}</legend>
          {offer.add_ons.map(({ id, label, price, days }) => (
            <Checkbox
              key={id}
              label={
                <>
                  {label} <span className="num strong">+{formatUsd(price)}</span>
                </>
              }
              hint={packageWords.addOnDays(days)}
              checked={chosen.includes(id)}
              onChange={() =>
                onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
              }
            />
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
