import { expect, test } from 'vitest'
import { AI_PART_WORDS } from '#contract/ai-part-words.ts'
import { checkWords } from '#web/checks/check-words.ts'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { DeliverableForm } from './DeliverableForm.tsx'

const form = (hasBrief: boolean) => (
  <DeliverableForm
    projectId="p"
    deadline="2026-06-28"
    hasBrief={hasBrief}
    title={null}
    onSent={() => undefined}
  />
)
const button = (html: string) => html.match(/<button[^>]*type="submit"[^>]*>/)?.[0]

test('work cannot be submitted until its checklist is loaded, and the form says so', () => {
  expect(button(drawn(form(true)))).toContain('disabled=""')
  expect(wordsOf(form(true))).toContain(checkWords.waits)
  expect(button(drawn(form(false)))).not.toContain('disabled=""')
  expect(wordsOf(form(false))).not.toContain(checkWords.waits)
})

test('the form asks about AI-made parts, with nothing ticked beforehand', () => {
  const html = drawn(form(false))
  for (const label of Object.values(AI_PART_WORDS)) expect(html).toContain(`<span>${label}</span>`)
  expect(html).not.toContain('checked=""')
})
