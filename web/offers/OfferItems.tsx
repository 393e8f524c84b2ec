import { itemText } from '#contract/brief-item-words.ts'
import type { BriefItem } from '#contract/briefs.ts'
import { offerWords as say } from '#contract/offer-words.ts'
import { type ItemDraft, itemDraftsOf, NO_BRIEF } from '#web/briefs/brief-draft.ts'
import { itemProblems } from '#web/briefs/brief-input.ts'
import { ItemFields } from '#web/briefs/ItemFields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import styles from './Offer.module.css'

interface Props {
  /** The items that the brief asks for: they apply while nothing else is offered. */
  briefItems: readonly BriefItem[]
  /** Empty leaves the items to the brief. */
  items: ItemDraft[]
  error: string | undefined
  onChange: (items: ItemDraft[]) => void
}

/** The items that an offer delivers: the brief's, until one side changes them. */
export function OfferItems({ briefItems, items, error, onChange }: Props) {
  const isOther = items.length > 0
  return (
    <fieldset className={styles.pieces}>
      <legend>{say.items}</legend>
      {isOther ? (
        <>
          <p className="sm muted">{say.itemsHint}</p>
          <ItemFields
            brief={{ ...NO_BRIEF, items }}
            set={(key, value) => key === 'items' && onChange(value as ItemDraft[])}
            problems={error === undefined ? {} : itemProblems(items)}
            locked={false}
          />
          {error === undefined ? null : <FieldError>{error}</FieldError>}
        </>
      ) : (
        <ul className={styles.items}>
          {briefItems.map((item) => (
            <li key={item.id}>{itemText(item)}</li>
          ))}
        </ul>
      )}
      <div>
        <Button size="sm" onClick={() => onChange(isOther ? [] : itemDraftsOf(briefItems))}>
          {isOther ? say.keepItems : say.changeItems}
        </Button>
      </div>
    </fieldset>
  )
}
