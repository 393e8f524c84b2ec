import type { Shipment } from '#contract/shipping-schemas.ts'
import { PARCEL_PROBLEMS, SHIPPING_LIMITS as limits } from '#contract/shipping.ts'
import { centsFromText, textFromUsd } from '#contract/amount-text.ts'
import { usdFromCents } from '#contract/money.ts'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { PROBLEM_CHOICES, shipmentCardWords as say } from './shipment-card-words.ts'
import { ShippingDialog } from './ShippingDialog.tsx'
import { useAddress } from './use-shipping.ts'
import { WaitingAddress } from './WaitingAddress.tsx'

interface Props {
  projectId: string
  onClose: () => void
}

/** What a brand sends, and its value. */
export function PlanDialog({ shipment, ...rest }: Props & { shipment: Shipment | null }) {
  return (
    <ShippingDialog
      {...rest}
      act="shipping.plan"
      title={say.sendTitle}
      subtitle={say.sendLead}
      confirm={say.save}
      busyText={say.saving}
      done={say.saved}
      start={{
        product: shipment?.product ?? '',
        value: shipment === null ? '' : textFromUsd(shipment.value),
        days: String(shipment?.days ?? ''),
      }}
      bodyOf={({ product, value, days }) => ({
        product,
        value: usdOf(value),
        days: days.trim() === '' ? null : Number(days),
      })}
      renderFields={({ typed, errors, set }) => (
        <>
          <Field label={say.product} hint={say.productHint} required error={errors['product']}>
            <TextInput
              value={typed.product}
              maxLength={limits.product}
              onChange={({ target }) => set('product', target.value)}
            />
          </Field>
          <Field label={say.value} hint={say.valueHint} required error={errors['value']}>
            <PriceInput value={typed.value} onChange={({ target }) => set('value', target.value)} />
          </Field>
          <Field label={say.days} hint={say.daysHint} error={errors['days']}>
            <TextInput
              inputMode="numeric"
              value={typed.days}
              onChange={({ target }) => set('days', target.value)}
            />
          </Field>
        </>
      )}
    />
  )
}

const usdOf = (text: string): number | null => {
  const cents = centsFromText(text)
  return cents === null ? null : usdFromCents(cents)
}

const ADDRESS_FIELDS = [
  ['name', limits.address.name, 'name'],
  ['line1', limits.address.line, 'address-line1'],
  ['line2', limits.address.line, 'address-line2'],
  ['postal_code', limits.address.postalCode, 'postal-code'],
  ['city', limits.address.city, 'address-level2'],
  ['region', limits.address.region, 'address-level1'],
  ['country', limits.address.country, 'country-name'],
  ['phone', limits.address.phone, 'tel'],
] as const
const OPTIONAL: readonly string[] = ['line2', 'postal_code', 'region', 'phone']

/** Where a creator receives it, prefilled with the address they gave before. */
export function AddressDialog({ brand, ...rest }: Props & { brand: string }) {
  const query = useAddress(rest.projectId)
  const { data } = query
  if (data === undefined) return <WaitingAddress query={query} onClose={rest.onClose} />
  const start = Object.fromEntries(
    ADDRESS_FIELDS.map(([name]) => [name, data.address?.[name] ?? '']),
  ) as Record<(typeof ADDRESS_FIELDS)[number][0], string>
  return (
    <ShippingDialog
      {...rest}
      act="shipping.give_address"
      title={say.addressTitle}
      subtitle={say.addressLead(brand)}
      confirm={say.save}
      busyText={say.giving}
      done={say.given}
      start={start}
      bodyOf={(typed) => typed}
      renderFields={({ typed, errors, set }) =>
        ADDRESS_FIELDS.map(([name, most, autoComplete]) => (
          <Field
            key={name}
            label={say.fields[name]}
            required={!OPTIONAL.includes(name)}
            error={errors[name]}
          >
            <TextInput
              value={typed[name]}
              maxLength={most}
              autoComplete={autoComplete}
              onChange={({ target }) => set(name, target.value)}
            />
          </Field>
        ))
      }
    />
  )
}

/** How it is shipped: for the first shipment, another one, or a correction. */
export function ShipDialog({
  shipment,
  creator,
  ...rest
}: Props & { shipment: Shipment; creator: string }) {
  const isCorrection = shipment.status === 'shipped'
  return (
    <ShippingDialog
      {...rest}
      act="shipping.ship"
      title={say.shipTitle}
      subtitle={say.shipLead(creator)}
      confirm={isCorrection ? say.save : say.ship}
      busyText={say.shipping}
      done={isCorrection ? say.saved : say.shipped}
      start={
        isCorrection
          ? {
              carrier: shipment.carrier ?? '',
              number: shipment.number ?? '',
              link: shipment.link ?? '',
            }
          : { carrier: '', number: '', link: '' }
      }
      bodyOf={(typed) => typed}
      renderFields={({ typed, errors, set }) => (
        <>
          <Field label={say.carrier} required error={errors['carrier']}>
            <TextInput
              value={typed.carrier}
              maxLength={limits.carrier}
              onChange={({ target }) => set('carrier', target.value)}
            />
          </Field>
          <Field label={say.number} error={errors['number']}>
            <TextInput
              value={typed.number}
              maxLength={limits.number}
              onChange={({ target }) => set('number', target.value)}
            />
          </Field>
          <Field label={say.link} hint={say.linkHint} error={errors['link']}>
            <TextInput
              type="url"
              value={typed.link}
              onChange={({ target }) => set('link', target.value)}
            />
          </Field>
        </>
      )}
    />
  )
}

/** What is wrong with the product. */
export function ProblemDialog({ brand, ...rest }: Props & { brand: string }) {
  return (
    <ShippingDialog
      {...rest}
      act="shipping.report"
      title={say.problemTitle}
      subtitle={say.problemLead(brand)}
      confirm={say.report}
      busyText={say.reporting}
      done={say.reported}
      start={{ problem: 'not_arrived', words: '' }}
      bodyOf={(typed) => typed}
      renderFields={({ typed, errors, set }) => (
        <>
          <Field label={say.what} error={errors['problem']}>
            <Select value={typed.problem} onChange={({ target }) => set('problem', target.value)}>
              {PARCEL_PROBLEMS.map((one) => (
                <option key={one} value={one}>
                  {PROBLEM_CHOICES[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={say.words} error={errors['words']}>
            <TextArea
              rows={3}
              value={typed.words}
              maxLength={limits.problemWords}
              onChange={({ target }) => set('words', target.value)}
            />
          </Field>
        </>
      )}
    />
  )
}
