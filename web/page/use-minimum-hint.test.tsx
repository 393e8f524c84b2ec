import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pageFacts, PageFactsContext } from './page-facts.ts'
import { useMinimumHint } from './use-minimum-hint.ts'

function Hint({ own }: { own: string }) {
  return useMinimumHint(own)
}

test.each([
  [null, 'In US dollars', 'In US dollars'],
  [525, 'In US dollars', 'In US dollars. The minimum is $5.25.'],
  [525, '', 'The minimum is $5.25.'],
  [null, '', ''],
])(
  'the hint of a price field states the minimum of %s cents, after “%s”',
  (minimumPrice, own, said) => {
    const facts = pageFacts('', { minimumPrice })
    const drawn = renderToStaticMarkup(
      <PageFactsContext value={facts}>
        <Hint own={own} />
      </PageFactsContext>,
    )
    expect(drawn).toBe(said)
  },
)
