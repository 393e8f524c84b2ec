import { expect, test } from 'vitest'
import { licenceSentence } from '#contract/licence-sentence.ts'
import { STANDARD_TERMS } from '#contract/licence-rights.ts'
import { CheckStep } from '#web/orders/placing/CheckStep.tsx'
import { ChooseStep } from '#web/orders/placing/ChooseStep.tsx'
import { wordsOf } from '#web/testing/drawn.tsx'
import { PackageCard } from './PackageCard.tsx'

const offer = {
  id: 'p',
  title: 'Two unboxing videos',
  items: [],
  price: 180,
  days: 7,
  rounds: 2,
  add_ons: [],
  samples: [],
}

test.each([
  ['the card', <PackageCard key="card" offer={offer} />],
  [
    'the first step of an order',
    <ChooseStep key="choose" offer={offer} chosen={[]} onChoose={() => null} />,
  ],
  [
    'the last step of an order',
    <CheckStep
      key="check"
      creator={{ name: 'Maya' } as Parameters<typeof CheckStep>[0]['creator']}
      offer={offer}
      chosen={[]}
      told={{ words: 'Our mug.', links: '', question: '' }}
      totals={{ price: 180, days: 7 }}
      cards={[]}
      card={null}
      onCard={() => null}
    />,
  ],
])('%s of a package shows its licence', (_, screen) => {
  expect(wordsOf(screen)).toContain(licenceSentence(STANDARD_TERMS))
})
